import { test } from '../clinic-day.ts'
import { at, expect, signIn } from '../fixtures.ts'
import { button, row, toast } from '../office.ts'
import {
  cell,
  draw,
  drawn,
  expectSaved,
  openStudy,
  openViewer,
  saveState,
  storeStudy,
  whole,
} from './viewer-desk.ts'

const isSave = (url: URL) => /\/viewerState\/\d+$/u.test(url.pathname)

test('what was drawn and how it was shown is there again, exactly', async ({ page, day, t }) => {
  const { studyId } = await storeStudy(day, 2)
  await openViewer(page, day.clinic.admin)
  const stage = cell(page, t, 1, 1).getByRole('application')
  await button(page, t('viewerPanel:view.invert')).click()
  await page.keyboard.press('r')
  await stage.hover({ position: { x: 300, y: 200 } })
  await page.mouse.wheel(0, -240)
  await page.keyboard.press('l')
  await draw(page, stage, { x: 0.35, y: 0.4 }, { x: 0.6, y: 0.55 })
  await page.keyboard.press('w')
  await page.mouse.move(5, 400)
  await expect(page.locator('svg[data-drawings-of] text').first()).toBeVisible()
  await expectSaved(page)
  const state = await day.api('GET', `viewerState/${studyId}/state`)
  expect(Object.keys(state.body.toolState)).toHaveLength(1)
  await stage.press('Escape')
  const before = await drawn(page)

  await page.reload()
  await openStudy(page)
  await expect(whole(page)).toBeVisible()
  await expect.poll(() => drawn(page)).toEqual(before)
  await expect(button(page, t('viewerPanel:view.invert'))).toHaveAttribute('aria-pressed', 'true')
  // Only looking at it changes nothing.
  await expectSaved(page)
  expect((await day.api('GET', `viewerState/${studyId}/state`)).body).toEqual(state.body)
})

test('two people on one study keep what both have drawn', async ({ page, day, t, browser }) => {
  const { studyId } = await storeStudy(day, 1)
  const elsewhere = await browser.newPage()
  await openViewer(page, day.clinic.admin)
  await openViewer(elsewhere, day.clinic.admin)
  const stageOf = (one: typeof page) => cell(one, t, 1, 1).getByRole('application')
  for (const one of [page, elsewhere]) await button(one, t('measure:tool.length.name')).click()
  await draw(page, stageOf(page), { x: 0.4, y: 0.3 }, { x: 0.6, y: 0.3 })
  await expectSaved(page)
  await draw(elsewhere, stageOf(elsewhere), { x: 0.4, y: 0.6 }, { x: 0.6, y: 0.6 })
  await expect(toast(elsewhere, t('viewer:save.merged'))).toBeVisible({ timeout: 15_000 })
  await expectSaved(elsewhere)
  await expect(elsewhere.locator('svg[data-drawings-of] text')).toHaveCount(2)
  const { body } = await day.api('GET', `viewerState/${studyId}/state`)
  const [tools] = Object.values(body.toolState) as { drawings: unknown[] }[]
  expect(tools?.drawings).toHaveLength(2)
  await elsewhere.close()
})

test('a save that fails is told and tried again', async ({ page, day, t }) => {
  const { studyId } = await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  await page.route(isSave, (route) => route.abort())
  await page.keyboard.press('l')
  const stage = cell(page, t, 1, 1).getByRole('application')
  await draw(page, stage, { x: 0.4, y: 0.3 }, { x: 0.6, y: 0.3 })
  await expect(saveState(page)).toHaveAttribute('data-kind', 'failed', { timeout: 15_000 })
  await expect(saveState(page)).toContainText(t('viewer:save.failed'))
  await page.unroute(isSave)
  await saveState(page).click()
  await expectSaved(page)
  const { body } = await day.api('GET', `viewerState/${studyId}/state`)
  expect(Object.values(body.toolState)).toHaveLength(1)
})

test('an expired sign-in loses nothing that was drawn', async ({ page, day, t }) => {
  const { studyId } = await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  await page.route(isSave, (route) =>
    route.fulfill({ status: 401, json: { code: 'auth/token-invalid', message: 'expired' } }),
  )
  await page.keyboard.press('l')
  const stage = cell(page, t, 1, 1).getByRole('application')
  await draw(page, stage, { x: 0.4, y: 0.3 }, { x: 0.6, y: 0.3 })
  await expect(page).toHaveURL(at('login'))
  await page.unroute(isSave)
  await signIn(page, day.clinic.admin)
  await expect(page).toHaveURL(at('studylist'))
  await row(page, 'Rex').dblclick()
  await expect(toast(page, t('viewer:save.restored'))).toBeVisible()
  await expect(page.locator('svg[data-drawings-of] text')).toHaveCount(1)
  await expectSaved(page)
  const { body } = await day.api('GET', `viewerState/${studyId}/state`)
  expect(Object.values(body.toolState)).toHaveLength(1)
})

test('what was drawn just before the page is left is not lost', async ({ page, day, t }) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  await page.keyboard.press('l')
  const stage = cell(page, t, 1, 1).getByRole('application')
  await draw(page, stage, { x: 0.4, y: 0.3 }, { x: 0.6, y: 0.3 })
  await expect(page.locator('svg[data-drawings-of] text')).toHaveCount(1)
  await button(page, t('viewerPanel:back')).click()
  await openStudy(page)
  await expect(page.locator('svg[data-drawings-of] text')).toHaveCount(1)
})
