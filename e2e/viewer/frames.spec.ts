import type { Page } from '@playwright/test'
import { test } from '../support/clinic-records.ts'
import { expect, expectAccessible } from '../support/fixtures.ts'
import { button } from '../support/clinic-fixture.ts'
import { drawingLayer, drawingLabels } from './mouse.ts'
import {
  draw,
  expectSaved,
  openStudy,
  openViewer,
  storeImage,
  fullImage,
} from '../pages/viewer-page.ts'

const loop = { NumberOfFrames: 6, FrameTime: 100, ImageType: ['ORIGINAL', 'PRIMARY'] }

const frame = (page: Page) => page.locator('[data-frame]')
const expectFrame = (page: Page, number: number) =>
  expect(frame(page)).toHaveAttribute('data-frame', String(number))
/**
 * Polls on every animation frame of the browser, because a frame of the loop lasts a tenth of a
 * second.
 */
const waitForFrame = (page: Page, number: number) =>
  page.waitForFunction(
    (expected) => document.querySelector(`[data-frame='${expected}']`) !== null,
    number,
  )
/** The rendered image, to compare frames. */
const readImage = (page: Page) =>
  fullImage(page).evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL())

test('a cine loop is stepped frame by frame, played and annotated; a radiograph in the same study has no frames', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  const { imageId } = await storeImage(records, 1)
  await storeImage(records, 2, loop)
  const requests: string[] = []
  page.on('request', (request) => {
    if (/\/pixels\?/u.test(request.url())) requests.push(request.url())
  })
  await openViewer(page, records.clinic.admin)
  const layer = drawingLayer(page, t)
  await page.keyboard.press(',')
  await expect(frame(page)).toHaveCount(0)
  expect(requests.filter((url) => url.includes(`/${imageId}/`))).toEqual([])
  await page.keyboard.press('.')
  await expectFrame(page, 1)
  await expect(fullImage(page)).toBeVisible()

  await test.step('frame by frame', async () => {
    await expect(frame(page)).toHaveText('1 / 6')
    await expectAccessible(page, '[data-viewer]')
    const first = await readImage(page)
    await page.keyboard.press('End')
    await expectFrame(page, 6)
    await expect.poll(() => readImage(page)).not.toBe(first)
    await expect(button(page, t('viewer:frames.next'))).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Home')
    await expectFrame(page, 1)
    await expect.poll(() => readImage(page)).toBe(first)
    await page.keyboard.press('Shift+>')
    await expectFrame(page, 2)
    await page.keyboard.press('PageDown')
    await expectFrame(page, 3)
    await page.keyboard.press('<')
    await expectFrame(page, 2)
  })

  await test.step('it plays until the user draws', async () => {
    await layer.focus()
    await page.keyboard.press('Space')
    await waitForFrame(page, 4)
    await waitForFrame(page, 1)
    await button(page, t('viewer:frames.pause')).click()
    await expect(button(page, t('viewer:frames.play'))).toBeVisible()

    await page.getByLabel(t('viewer:frames.rate')).selectOption('60')
    await page.keyboard.press('Escape')
    await button(page, t('viewer:frames.play')).click()
    await page.keyboard.press('l')
    await draw(page, layer, { x: 0.4, y: 0.4 }, { x: 0.6, y: 0.4 })
    await expect(button(page, t('viewer:frames.play'))).toBeVisible()
    await expect(drawingLabels(page)).toHaveCount(1)
    await page.keyboard.press('Control+z')
    await expect(drawingLabels(page)).toHaveCount(0)
  })

  await test.step('a drawing belongs to its frame', async () => {
    await page.keyboard.press('Home')
    await page.keyboard.press('PageDown')
    await expectFrame(page, 2)
    await layer.hover()
    await page.mouse.wheel(0, 100)
    await expectFrame(page, 3)
    await expect(page.getByText(t('viewer:frames.of', { frame: 3, frames: 6 }))).toBeVisible()
    await draw(page, layer, { x: 0.4, y: 0.4 }, { x: 0.6, y: 0.4 })
    await expect(drawingLabels(page)).toHaveCount(1)
    await button(page, t('viewer:frames.next')).click()
    await expectFrame(page, 4)
    await expect(drawingLabels(page)).toHaveCount(0)
    await expectSaved(page)
  })

  await test.step('the list of measurements opens the frame of a drawing', async () => {
    await openStudy(page)
    await expect(fullImage(page)).toBeVisible()
    await page.keyboard.press('.')
    await expectFrame(page, 1)
    await expect(drawingLabels(page)).toHaveCount(0)
    await button(page, t('viewerPanel:panel')).click()
    const item = page.getByRole('tabpanel').getByRole('listitem')
    await expect(item).toContainText(t('viewer:frames.one', { frame: 3 }))
    await item.getByRole('button').first().click()
    await expectFrame(page, 3)
    await expect(drawingLabels(page)).toHaveCount(1)
  })
})
