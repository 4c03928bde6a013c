import { test } from '../support/clinic-records.ts'
import { pageUrl, expect, signIn } from '../support/fixtures.ts'
import { button, row, toast } from '../support/clinic-fixture.ts'
import {
  viewportAt,
  draw,
  readDrawings,
  expectSaved,
  openStudy,
  openViewer,
  saveStatus,
  storeStudy,
} from '../pages/viewer-page.ts'
import { zoomByWheel } from './mouse.ts'

const isState = (url: URL) => /\/viewerState\/\d+\/state$/u.test(url.pathname)
const isSave = (url: URL) => /\/viewerState\/\d+$/u.test(url.pathname)

test('drawings and display settings are restored, and drawings of two concurrent users are merged', async ({
  page,
  records,
  t,
  browser,
}) => {
  const { studyId } = await storeStudy(records, 2)
  // The test runs a viewer in two pages.
  test.slow()
  await openViewer(page, records.clinic.admin)
  const getLayer = (tab: typeof page) => viewportAt(tab, t, 1, 1).getByRole('application')
  const labelsIn = (tab: typeof page) => tab.locator('svg[data-drawings-of] text')
  const layer = getLayer(page)
  await button(page, t('viewerPanel:view.invert')).click()
  await page.keyboard.press('r')
  await layer.hover({ position: { x: 300, y: 200 } })
  await zoomByWheel(page, -240)
  await page.keyboard.press('l')
  await draw(page, layer, { x: 0.35, y: 0.4 }, { x: 0.6, y: 0.55 })
  await page.keyboard.press('w')
  await page.mouse.move(5, 400)
  await expect(labelsIn(page).first()).toBeVisible()
  await expectSaved(page)
  const state = await records.api('GET', `viewerState/${studyId}/state`)
  expect(Object.keys(state.body.toolState)).toHaveLength(1)
  await layer.press('Escape')
  const before = await readDrawings(page)

  const otherPage = await browser.newPage()
  await test.step('another user sees exactly the same', async () => {
    await openViewer(otherPage, records.clinic.admin)
    await expect.poll(() => readDrawings(otherPage)).toEqual(before)
    const invert = button(otherPage, t('viewerPanel:view.invert'))
    await expect(invert).toHaveAttribute('aria-pressed', 'true')
    // Viewing the study does not change its saved state.
    await expectSaved(otherPage)
    expect((await records.api('GET', `viewerState/${studyId}/state`)).body).toEqual(state.body)
  })

  for (const tab of [page, otherPage]) await button(tab, t('measure:tool.length.name')).click()
  await test.step('a drawing and its deletion appear to the other user by themselves', async () => {
    await draw(page, layer, { x: 0.4, y: 0.3 }, { x: 0.6, y: 0.3 })
    await expect(labelsIn(page)).toHaveCount(2)
    await expect(labelsIn(otherPage)).toHaveCount(2, { timeout: 15_000 })
    await page.keyboard.press('Delete')
    await expect(labelsIn(page)).toHaveCount(1)
    await expect(labelsIn(otherPage)).toHaveCount(1, { timeout: 15_000 })
    await expectSaved(otherPage)
  })

  await test.step('both draw, and nothing is lost', async () => {
    // The other user's page learns of the drawing too late, when it has drawn itself.
    const drawn = Promise.withResolvers<undefined>()
    await otherPage.route(isState, async (route) => {
      await drawn.promise
      await route.continue()
    })
    await draw(page, layer, { x: 0.4, y: 0.2 }, { x: 0.6, y: 0.2 })
    await expect(labelsIn(page)).toHaveCount(2)
    await expectSaved(page)
    await draw(otherPage, getLayer(otherPage), { x: 0.4, y: 0.8 }, { x: 0.6, y: 0.8 })
    drawn.resolve(undefined)
    await expect(toast(otherPage, t('viewer:save.merged'))).toBeVisible({ timeout: 15_000 })
    await expectSaved(otherPage)
    await expect(labelsIn(otherPage)).toHaveCount(3)
    const { body } = await records.api('GET', `viewerState/${studyId}/state`)
    const [tools] = Object.values(body.toolState) as { drawings: unknown[] }[]
    expect(tools?.drawings).toHaveLength(3)
  })
  await otherPage.close()
})

test('no drawing is lost by a failed save, by leaving at once or by an expired session', async ({
  page,
  records,
  t,
}) => {
  const { studyId } = await storeStudy(records, 1)
  await openViewer(page, records.clinic.admin)
  const labels = page.locator('svg[data-drawings-of] text')
  const drawAt = async (y: number) => {
    await page.keyboard.press('l')
    await draw(
      page,
      viewportAt(page, t, 1, 1).getByRole('application'),
      { x: 0.4, y },
      { x: 0.6, y },
    )
  }
  const countSaved = async () => {
    const { body } = await records.api('GET', `viewerState/${studyId}/state`)
    const tools = Object.values(body.toolState) as { drawings: unknown[] }[]
    return tools.map(({ drawings }) => drawings.length)
  }

  await test.step('a failed save is reported and retried', async () => {
    await page.route(isSave, (route) => route.abort())
    await drawAt(0.3)
    await expect(saveStatus(page)).toHaveAttribute('data-kind', 'failed', { timeout: 15_000 })
    await expect(saveStatus(page)).toContainText(t('viewer:save.failed'))
    await page.unroute(isSave)
    await saveStatus(page).click()
    await expectSaved(page)
    expect(await countSaved()).toEqual([1])
  })

  await test.step('a drawing made just before the page is left', async () => {
    await drawAt(0.5)
    await expect(labels).toHaveCount(2)
    await button(page, t('viewerPanel:back')).click()
    await openStudy(page)
    await expect(labels).toHaveCount(2)
  })

  await test.step('a drawing made after the session has expired', async () => {
    await page.route(isSave, (route) =>
      route.fulfill({ status: 401, json: { code: 'auth/token-invalid', message: 'expired' } }),
    )
    await drawAt(0.7)
    await expect(page).toHaveURL(pageUrl('login'))
    await page.unroute(isSave)
    await signIn(page, records.clinic.admin)
    await expect(page).toHaveURL(pageUrl('studylist'))
    await row(page, 'Rex').dblclick()
    await expect(toast(page, t('viewer:save.restored'))).toBeVisible()
    await expect(labels).toHaveCount(3)
    await expectSaved(page)
    expect(await countSaved()).toEqual([3])
  })
})
