import type { Locator, Page } from '@playwright/test'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { button } from '../support/clinic-fixture.ts'
import { expectPageStill, createTouch, tapTool } from './touch.ts'
import {
  readCorners,
  drawings,
  createMouse,
  drawingLayer,
  formatTenths,
  drawingLabels,
} from './mouse.ts'
import type { Offset } from './mouse.ts'
import type { createTranslator } from '../support/i18n-texts.ts'
import { openViewer, showImage, storeStudy, thumbnails } from '../pages/viewer-page.ts'

type Translate = ReturnType<typeof createTranslator>

test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true })

/** Checks the positions of the two ends of a line in the viewport. */
async function expectEnds(line: Locator, from: Offset, to: Offset) {
  await expect
    .poll(async () => {
      const [a = [0, 0], b = [0, 0]] = await readCorners(line)
      return Math.max(
        Math.hypot(a[0] - from[0], a[1] - from[1]),
        Math.hypot(b[0] - to[0], b[1] - to[1]),
      )
    })
    .toBeLessThan(0.2)
}

/** Uses the tool with one finger, zooms and pans with two, and selects by a tap. */
async function useTools(page: Page, t: Translate) {
  const touch = await createTouch(page, drawingLayer(page, t))
  const line = drawings(page, 'length')

  // Right widens the window, up lowers its centre, in thousandths of the value range of 4095.
  await expect(page.getByText('W 3000 L 2000', { exact: true })).toBeVisible()
  await touch.drag([-50, 50], [50, -50])
  const [width, centre] = [Math.round(3000 + 409.5), Math.round(2000 - 409.5)]
  await expect(page.getByText(`W ${width} L ${centre}`, { exact: true })).toBeVisible()

  await tapTool(page, t('measure:tool.length.name'))
  await touch.drag([-120, -90], [0, 0])
  await expect(drawingLabels(page)).toHaveText([`${formatTenths(touch.toMm(150))} mm`])
  await expectEnds(line, touch.toViewport([-120, -90]), touch.toViewport([0, 0]))

  // Two fingers move to twice their distance: the point between them stays fixed.
  const middle: Offset = [-60, 20]
  const zoomed = ([x, y]: Offset): Offset =>
    touch.toViewport([middle[0] + 2 * (x - middle[0]), middle[1] + 2 * (y - middle[1])])
  await touch.pinch(
    [
      [-110, 20],
      [-10, 20],
    ],
    [
      [-160, 20],
      [40, 20],
    ],
  )
  await expectEnds(line, zoomed([-120, -90]), zoomed([0, 0]))
  // Two fingers that move together pan the image.
  await touch.pinch(
    [
      [-60, 100],
      [60, 100],
    ],
    [
      [-30, 160],
      [90, 160],
    ],
  )
  const panned = ([x, y]: Offset): Offset => [x + 30, y + 60]
  await expectEnds(line, panned(zoomed([-120, -90])), panned(zoomed([0, 0])))
  await expect(drawings(page)).toHaveCount(1)
  await expect(drawingLabels(page)).toHaveText([`${formatTenths(touch.toMm(150))} mm`])

  // A tap near a line selects it; a tap on the image deselects it.
  await tapTool(page, t('viewerPanel:tool.windowLevel'))
  const beside: Offset = [-21, -62]
  await touch.tap([300, 300])
  await expect(line).toHaveAttribute('aria-pressed', 'false')
  await touch.tap(beside)
  await expect(line).toHaveAttribute('aria-pressed', 'true')
  await touch.tap([300, 300])
  await expect(line).toHaveAttribute('aria-pressed', 'false')

  // A pinch that starts on a line does not erase it.
  await tapTool(page, t('viewerPanel:tool.eraser'))
  await touch.pinch([beside, [-21, 200]], [beside, [-21, 150]])
  await expect(line).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(line).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(line).toHaveCount(1)

  // The second arm of an angle is a tap.
  await button(page, t('viewerPanel:reset')).tap()
  await tapTool(page, t('measure:tool.angle.name'))
  await touch.drag([100, 100], [100, 200])
  await touch.tap([200, 200])
  await expect(drawings(page, 'angle').locator('tspan')).toHaveText(['90.0°'])
  await expectPageStill(page)
}

/** A corner of a crop is hit within 25 pixels by touch and 15 by mouse. Returns the final crop. */
async function crop(page: Page, t: Translate) {
  const layer = drawingLayer(page, t)
  await tapTool(page, t('viewerPanel:tool.crop'))
  const touch = await createTouch(page, layer)
  const mouse = await createMouse(page, layer)
  const corner = (offset: Offset) => {
    const [x, y] = touch.toViewport(offset)
    return [x - 6, y - 6]
  }
  const expectCrop = (from: Offset, to: Offset) =>
    expect
      .poll(async () => {
        const squares = await layer
          .locator('svg rect')
          .evaluateAll((all) =>
            all.map((one) => [Number(one.getAttribute('x')), Number(one.getAttribute('y'))]),
          )
        return squares.map(([x = 0, y = 0]) => [Math.round(x), Math.round(y)])
      })
      .toEqual(
        [from, [to[0], from[1]] as const, to, [from[0], to[1]] as const].map((offset) =>
          corner(offset).map(Math.round),
        ),
      )

  await touch.drag([-100, -100], [100, 100])
  await expectCrop([-100, -100], [100, 100])
  // 24.0 pixels from the lower right corner, by touch.
  await touch.drag([117, 117], [150, 140])
  await expectCrop([-100, -100], [150, 140])
  // 25.5 pixels from it: a new crop is drawn.
  await touch.drag([168, 158], [250, 250])
  await expectCrop([168, 158], [250, 250])

  // The same by mouse: 14.1 pixels, then 15.6.
  await mouse.drag([260, 260], [220, 220])
  await expectCrop([168, 158], [220, 220])
  await mouse.drag([231, 231], [330, 270])
  await expectCrop([231, 231], [330, 270])
  // Dragging inside moves the whole crop.
  await touch.drag([280, 250], [180, 150])
  await expectCrop([131, 131], [230, 170])

  await button(page, t('measure:crop.accept')).tap()
  return [touch.toPixel([131, 131]), touch.toPixel([230, 170])] as const
}

test('on a tablet a user draws, zooms, selects and crops by touch', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  const { studyId } = await storeStudy(records, 2, { WindowCenter: 2000, WindowWidth: 3000 })
  await openViewer(page, records.clinic.admin)
  await test.step('one finger uses the tool, two zoom and pan, a tap selects', () =>
    useTools(page, t))

  await showImage(page, t, 2)
  // The crops need the height of the thumbnail strip.
  await button(page, t('viewerPanel:sidebar')).tap()
  await expect(thumbnails(page, t)).toHaveCount(0)
  const [low, high] = await test.step('a corner of a crop is dragged from near it', () =>
    crop(page, t))
  await expect
    .poll(async () => {
      const { body } = await records.api('GET', `viewerState/${studyId}/state`)
      const [crop] = Object.values(body.cropState as Record<string, unknown>)
      return crop
    })
    .toEqual({
      start: { x: expect.closeTo(low.x, 1), y: expect.closeTo(low.y, 1) },
      end: { x: expect.closeTo(high.x, 1), y: expect.closeTo(high.y, 1) },
    })
  await expectPageStill(page)
})
