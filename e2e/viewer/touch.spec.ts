import type { Locator, Page } from '@playwright/test'
import { test } from '../clinic-day.ts'
import { expect } from '../fixtures.ts'
import { button } from '../office.ts'
import { expectPageStill, fingersOn, tapTool } from './fingers.ts'
import { cornersOf, drawings, handOn, stageOf, tenths, words } from './hand.ts'
import type { Place } from './hand.ts'
import type { wordsIn } from '../words.ts'
import { openViewer, show, storeStudy, thumbnails } from './viewer-desk.ts'

type Words = ReturnType<typeof wordsIn>

test.use({ viewport: { width: 820, height: 1180 }, hasTouch: true })

/** The two ends of a line stand there in the cell. */
async function expectEnds(line: Locator, from: Place, to: Place) {
  await expect
    .poll(async () => {
      const [a = [0, 0], b = [0, 0]] = await cornersOf(line)
      return Math.max(
        Math.hypot(a[0] - from[0], a[1] - from[1]),
        Math.hypot(b[0] - to[0], b[1] - to[1]),
      )
    })
    .toBeLessThan(0.2)
}

/** One finger uses the tool, two zoom and pan, a tap selects. */
async function useTools(page: Page, t: Words) {
  const fingers = await fingersOn(page, stageOf(page, t))
  const line = drawings(page, 'length')

  // To the right is softer, up is brighter: in thousandths of the 4095 that the image holds.
  await expect(page.getByText('W 3000 L 2000', { exact: true })).toBeVisible()
  await fingers.drag([-50, 50], [50, -50])
  const [width, centre] = [Math.round(3000 + 409.5), Math.round(2000 - 409.5)]
  await expect(page.getByText(`W ${width} L ${centre}`, { exact: true })).toBeVisible()

  await tapTool(page, t('measure:tool.length.name'))
  await fingers.drag([-120, -90], [0, 0])
  await expect(words(page)).toHaveText([`${tenths(fingers.mm(150))} mm`])
  await expectEnds(line, fingers.inCell([-120, -90]), fingers.inCell([0, 0]))

  // Two fingers part to twice their distance: what was between them stays there.
  const middle: Place = [-60, 20]
  const parted = ([x, y]: Place): Place =>
    fingers.inCell([middle[0] + 2 * (x - middle[0]), middle[1] + 2 * (y - middle[1])])
  await fingers.pinch(
    [
      [-110, 20],
      [-10, 20],
    ],
    [
      [-160, 20],
      [40, 20],
    ],
  )
  await expectEnds(line, parted([-120, -90]), parted([0, 0]))
  // Together they take the image along.
  await fingers.pinch(
    [
      [-60, 100],
      [60, 100],
    ],
    [
      [-30, 160],
      [90, 160],
    ],
  )
  const along = ([x, y]: Place): Place => [x + 30, y + 60]
  await expectEnds(line, along(parted([-120, -90])), along(parted([0, 0])))
  await expect(drawings(page)).toHaveCount(1)
  await expect(words(page)).toHaveText([`${tenths(fingers.mm(150))} mm`])

  // A line is touched by whoever touches beside it; the image beside it lets it go.
  await tapTool(page, t('viewerPanel:tool.windowLevel'))
  const beside: Place = [-21, -62]
  await fingers.tap([300, 300])
  await expect(line).toHaveAttribute('aria-pressed', 'false')
  await fingers.tap(beside)
  await expect(line).toHaveAttribute('aria-pressed', 'true')
  await fingers.tap([300, 300])
  await expect(line).toHaveAttribute('aria-pressed', 'false')

  // A pinch that begins on a line erases nothing; a tap does.
  await tapTool(page, t('viewerPanel:tool.eraser'))
  await fingers.pinch([beside, [-21, 200]], [beside, [-21, 150]])
  await expect(line).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(line).toHaveCount(0)
  await page.keyboard.press('Control+Shift+z')
  await expect(line).toHaveCount(1)

  // The second arm of an angle is a tap.
  await button(page, t('viewerPanel:reset')).tap()
  await tapTool(page, t('measure:tool.angle.name'))
  await fingers.drag([100, 100], [100, 200])
  await fingers.tap([200, 200])
  await expect(drawings(page, 'angle').locator('tspan')).toHaveText(['90.0°'])
  await expectPageStill(page)
}

/** A corner of a crop is taken within 25 pixels by a finger and 15 by a mouse; what is cropped in the end. */
async function crop(page: Page, t: Words) {
  const stage = stageOf(page, t)
  await tapTool(page, t('viewerPanel:tool.crop'))
  const fingers = await fingersOn(page, stage)
  const hand = await handOn(page, stage)
  const corner = (place: Place) => {
    const [x, y] = fingers.inCell(place)
    return [x - 6, y - 6]
  }
  const expectCrop = (from: Place, to: Place) =>
    expect
      .poll(async () => {
        const squares = await stage
          .locator('svg rect')
          .evaluateAll((all) =>
            all.map((one) => [Number(one.getAttribute('x')), Number(one.getAttribute('y'))]),
          )
        return squares.map(([x = 0, y = 0]) => [Math.round(x), Math.round(y)])
      })
      .toEqual(
        [from, [to[0], from[1]] as const, to, [from[0], to[1]] as const].map((place) =>
          corner(place).map(Math.round),
        ),
      )

  await fingers.drag([-100, -100], [100, 100])
  await expectCrop([-100, -100], [100, 100])
  // 24.0 beside the lower right corner, by a finger.
  await fingers.drag([117, 117], [150, 140])
  await expectCrop([-100, -100], [150, 140])
  // 25.5 beside it: another crop.
  await fingers.drag([168, 158], [250, 250])
  await expectCrop([168, 158], [250, 250])

  // The same with a mouse: 14.1, then 15.6.
  await hand.drag([260, 260], [220, 220])
  await expectCrop([168, 158], [220, 220])
  await hand.drag([231, 231], [330, 270])
  await expectCrop([231, 231], [330, 270])
  // From the inside all of it moves.
  await fingers.drag([280, 250], [180, 150])
  await expectCrop([131, 131], [230, 170])

  await button(page, t('measure:crop.accept')).tap()
  return [fingers.pixelAt([131, 131]), fingers.pixelAt([230, 170])] as const
}

test('on a tablet fingers draw, zoom, select and crop', async ({ page, day, t }) => {
  test.slow()
  const { studyId } = await storeStudy(day, 2, { WindowCenter: 2000, WindowWidth: 3000 })
  await openViewer(page, day.clinic.admin)
  await test.step('one finger uses the tool, two zoom and pan, a tap selects', () =>
    useTools(page, t))

  await show(page, t, 2)
  // The crops need the height of the small pictures.
  await button(page, t('viewerPanel:sidebar')).tap()
  await expect(thumbnails(page, t)).toHaveCount(0)
  const [low, high] = await test.step('a corner of a crop is taken near it', () => crop(page, t))
  await expect
    .poll(async () => {
      const { body } = await day.api('GET', `viewerState/${studyId}/state`)
      const [crop] = Object.values(body.cropState as Record<string, unknown>)
      return crop
    })
    .toEqual({
      start: { x: expect.closeTo(low.x, 1), y: expect.closeTo(low.y, 1) },
      end: { x: expect.closeTo(high.x, 1), y: expect.closeTo(high.y, 1) },
    })
  await expectPageStill(page)
})
