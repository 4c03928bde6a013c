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
} from './viewer-desk.ts'

const isSave = (url: URL) => /\/viewerState\/\d+$/u.test(url.pathname)

test('what was drawn and how it was shown is there again, and two people keep what both draw', async ({
  page,
  day,
  t,
  browser,
}) => {
  const { studyId } = await storeStudy(day, 2)
  // Two browsers, each with a viewer.
  test.slow()
  await openViewer(page, day.clinic.admin)
  const stageOf = (one: typeof page) => cell(one, t, 1, 1).getByRole('application')
  const wordsOf = (one: typeof page) => one.locator('svg[data-drawings-of] text')
  const stage = stageOf(page)
  await button(page, t('viewerPanel:view.invert')).click()
  await page.keyboard.press('r')
  await stage.hover({ position: { x: 300, y: 200 } })
  await page.mouse.wheel(0, -240)
  await page.keyboard.press('l')
  await draw(page, stage, { x: 0.35, y: 0.4 }, { x: 0.6, y: 0.55 })
  await page.keyboard.press('w')
  await page.mouse.move(5, 400)
  await expect(wordsOf(page).first()).toBeVisible()
  await expectSaved(page)
  const state = await day.api('GET', `viewerState/${studyId}/state`)
  expect(Object.keys(state.body.toolState)).toHaveLength(1)
  await stage.press('Escape')
  const before = await drawn(page)

  const elsewhere = await browser.newPage()
  await test.step('somebody else finds it, exactly', async () => {
    await openViewer(elsewhere, day.clinic.admin)
    await expect.poll(() => drawn(elsewhere)).toEqual(before)
    const invert = button(elsewhere, t('viewerPanel:view.invert'))
    await expect(invert).toHaveAttribute('aria-pressed', 'true')
    // Only looking at it changes nothing.
    await expectSaved(elsewhere)
    expect((await day.api('GET', `viewerState/${studyId}/state`)).body).toEqual(state.body)
  })

  await test.step('both draw, and nothing is lost', async () => {
    for (const one of [page, elsewhere]) await button(one, t('measure:tool.length.name')).click()
    await draw(page, stage, { x: 0.4, y: 0.2 }, { x: 0.6, y: 0.2 })
    await expect(wordsOf(page)).toHaveCount(2)
    await expectSaved(page)
    await draw(elsewhere, stageOf(elsewhere), { x: 0.4, y: 0.8 }, { x: 0.6, y: 0.8 })
    await expect(toast(elsewhere, t('viewer:save.merged'))).toBeVisible({ timeout: 15_000 })
    await expectSaved(elsewhere)
    await expect(wordsOf(elsewhere)).toHaveCount(3)
    const { body } = await day.api('GET', `viewerState/${studyId}/state`)
    const [tools] = Object.values(body.toolState) as { drawings: unknown[] }[]
    expect(tools?.drawings).toHaveLength(3)
  })
  await elsewhere.close()
})

test('nothing drawn is lost by a save that fails, by leaving at once or by an expired sign-in', async ({
  page,
  day,
  t,
}) => {
  const { studyId } = await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const words = page.locator('svg[data-drawings-of] text')
  const drawAt = async (y: number) => {
    await page.keyboard.press('l')
    await draw(page, cell(page, t, 1, 1).getByRole('application'), { x: 0.4, y }, { x: 0.6, y })
  }
  const kept = async () => {
    const { body } = await day.api('GET', `viewerState/${studyId}/state`)
    const tools = Object.values(body.toolState) as { drawings: unknown[] }[]
    return tools.map(({ drawings }) => drawings.length)
  }

  await test.step('a save that fails is told and tried again', async () => {
    await page.route(isSave, (route) => route.abort())
    await drawAt(0.3)
    await expect(saveState(page)).toHaveAttribute('data-kind', 'failed', { timeout: 15_000 })
    await expect(saveState(page)).toContainText(t('viewer:save.failed'))
    await page.unroute(isSave)
    await saveState(page).click()
    await expectSaved(page)
    expect(await kept()).toEqual([1])
  })

  await test.step('what was drawn just before the page is left', async () => {
    await drawAt(0.5)
    await expect(words).toHaveCount(2)
    await button(page, t('viewerPanel:back')).click()
    await openStudy(page)
    await expect(words).toHaveCount(2)
  })

  await test.step('what was drawn after the sign-in had expired', async () => {
    await page.route(isSave, (route) =>
      route.fulfill({ status: 401, json: { code: 'auth/token-invalid', message: 'expired' } }),
    )
    await drawAt(0.7)
    await expect(page).toHaveURL(at('login'))
    await page.unroute(isSave)
    await signIn(page, day.clinic.admin)
    await expect(page).toHaveURL(at('studylist'))
    await row(page, 'Rex').dblclick()
    await expect(toast(page, t('viewer:save.restored'))).toBeVisible()
    await expect(words).toHaveCount(3)
    await expectSaved(page)
    expect(await kept()).toEqual([3])
  })
})
