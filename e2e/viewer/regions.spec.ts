import { test } from '../clinic-day.ts'
import { expect } from '../fixtures.ts'
import { drawings, handOn, stageOf, take } from './hand.ts'
import { expectSaved, openStudy, openViewer, size, storeStudy, whole } from './viewer-desk.ts'

const { columns, rows } = size

/** Darker on the left than on the right, and no two neighbours alike. */
const stored = Uint16Array.from({ length: columns * rows }, (_, at) => {
  const [column, row] = [at % columns, Math.floor(at / columns)]
  return (column < columns / 2 ? 400 : 3000) + ((column * 7 + row * 13) % 500)
})
const [slope, intercept] = [2, -100]

const written = (value: number, digits: number) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

interface Point {
  readonly x: number
  readonly y: number
}

/** Of the pixels whose middle the region holds, as the page writes them. */
function statistics(holds: (middle: Point) => boolean) {
  const values = [...stored.entries()]
    .filter(([at]) => holds({ x: (at % columns) + 0.5, y: Math.floor(at / columns) + 0.5 }))
    .map(([, number]) => number * slope + intercept)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return [
    `Mean ${written(mean, 1)}`,
    `SD ${written(Math.sqrt(squares / values.length), 1)}`,
    `Min ${written(Math.min(...values), 0)}`,
    `Max ${written(Math.max(...values), 0)}`,
  ]
}

test('regions tell what the pixels in them hold; the glass shows them larger', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(
    day,
    1,
    { RescaleSlope: slope, RescaleIntercept: intercept, RescaleType: 'US' },
    { pixels: stored },
  )
  await openViewer(page, day.clinic.admin)
  const hand = await handOn(page, stageOf(page, t))
  const lines = (tool: string) => drawings(page, tool).locator('tspan')

  await take(page, t, 'measure', t('measure:tool.rectangle.name'))
  // From the lower right, over the border between dark and bright.
  await hand.drag([90, 120], [-60, -40])
  const [low, high] = [hand.pixelAt([-60, -40]), hand.pixelAt([90, 120])]
  const rectangle = [
    `Area ${written(hand.mm(150) * hand.mm(160), 1)} mm²`,
    ...statistics(({ x, y }) => x > low.x && x < high.x && y > low.y && y < high.y),
  ]
  await expect(lines('rectangle')).toHaveText(rectangle)

  await page.keyboard.press('o')
  await hand.drag([-300, -150], [-100, -60])
  const [one, other] = [hand.pixelAt([-300, -150]), hand.pixelAt([-100, -60])]
  const ellipse = [
    `Area ${written((Math.PI / 4) * hand.mm(200) * hand.mm(90), 1)} mm²`,
    ...statistics(({ x, y }) => {
      const across = (2 * x - one.x - other.x) / (other.x - one.x)
      const down = (2 * y - one.y - other.y) / (other.y - one.y)
      return across ** 2 + down ** 2 < 1
    }),
  ]
  await expect(lines('ellipse')).toHaveText(ellipse)

  // A corner is dragged: the numbers follow.
  await hand.drag([-100, -60], [-140, -80])
  await expect(lines('ellipse').first()).toHaveText(
    `Area ${written((Math.PI / 4) * hand.mm(160) * hand.mm(70), 1)} mm²`,
  )
  await page.keyboard.press('Control+z')
  await expect(lines('ellipse')).toHaveText(ellipse)

  await page.keyboard.press('k')
  await hand.press([-20, -180])
  const glass = page.locator('[role=application] canvas')
  await expect(glass).toBeVisible()
  /** Greys in the glass, so far to the right of what is pointed at. */
  const greys = (away: readonly number[]) =>
    glass.evaluate((element, places) => {
      if (!(element instanceof HTMLCanvasElement)) return []
      const { width, height } = element
      const context = element.getContext('2d')
      return places.map((x) => context?.getImageData(width / 2 + x, height / 2, 1, 1).data[0])
    }, away)
  // The border lies 20 pixels to the right, and two and a half times as far in the glass.
  await expect
    .poll(async () => {
      const [dark = 255, bright = 0] = await greys([45, 55])
      return bright - dark
    })
    .toBeGreaterThan(100)
  await hand.release()
  await expect(glass).toHaveCount(0)

  await expectSaved(page)
  await openStudy(page)
  await expect(whole(page)).toBeVisible()
  await expect(lines('rectangle')).toHaveText(rectangle)
  await expect(lines('ellipse')).toHaveText(ellipse)
})
