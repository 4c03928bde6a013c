import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { drawings, createMouse, drawingLayer, selectTool } from './mouse.ts'
import {
  expectSaved,
  openStudy,
  openViewer,
  imageSize,
  storeStudy,
  fullImage,
} from '../pages/viewer-page.ts'

const { columns, rows } = imageSize

/** Stored values, darker on the left than on the right, where neighbours differ. */
const stored = Uint16Array.from({ length: columns * rows }, (_, at) => {
  const [column, row] = [at % columns, Math.floor(at / columns)]
  return (column < columns / 2 ? 400 : 3000) + ((column * 7 + row * 13) % 500)
})
const [slope, intercept] = [2, -100]

const formatNumber = (value: number, digits: number) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

interface Point {
  readonly x: number
  readonly y: number
}

/** The statistics of the pixels whose centre is inside the region, formatted as on the page. */
function formatStatistics(contains: (centre: Point) => boolean) {
  const values = [...stored.entries()]
    .filter(([at]) => contains({ x: (at % columns) + 0.5, y: Math.floor(at / columns) + 0.5 }))
    .map(([, number]) => number * slope + intercept)
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return [
    `Mean ${formatNumber(mean, 1)}`,
    `SD ${formatNumber(Math.sqrt(squares / values.length), 1)}`,
    `Min ${formatNumber(Math.min(...values), 0)}`,
    `Max ${formatNumber(Math.max(...values), 0)}`,
  ]
}

test('regions show the statistics of their pixels; the magnifying glass enlarges them', async ({
  page,
  records,
  t,
}) => {
  await storeStudy(
    records,
    1,
    { RescaleSlope: slope, RescaleIntercept: intercept, RescaleType: 'US' },
    { pixels: stored },
  )
  await openViewer(page, records.clinic.admin)
  const mouse = await createMouse(page, drawingLayer(page, t))
  const lines = (tool: string) => drawings(page, tool).locator('tspan')

  await selectTool(page, t, 'measure', t('measure:tool.rectangle.name'))
  // Drawn from the lower right, across the border between dark and bright.
  await mouse.drag([90, 120], [-60, -40])
  const [low, high] = [mouse.toPixel([-60, -40]), mouse.toPixel([90, 120])]
  const rectangle = [
    `Area ${formatNumber(mouse.toMm(150) * mouse.toMm(160), 1)} mm²`,
    ...formatStatistics(({ x, y }) => x > low.x && x < high.x && y > low.y && y < high.y),
  ]
  await expect(lines('rectangle')).toHaveText(rectangle)

  await page.keyboard.press('o')
  await mouse.drag([-300, -150], [-100, -60])
  const [one, other] = [mouse.toPixel([-300, -150]), mouse.toPixel([-100, -60])]
  const ellipse = [
    `Area ${formatNumber((Math.PI / 4) * mouse.toMm(200) * mouse.toMm(90), 1)} mm²`,
    ...formatStatistics(({ x, y }) => {
      const across = (2 * x - one.x - other.x) / (other.x - one.x)
      const down = (2 * y - one.y - other.y) / (other.y - one.y)
      return across ** 2 + down ** 2 < 1
    }),
  ]
  await expect(lines('ellipse')).toHaveText(ellipse)

  // Dragging a corner updates the statistics.
  await mouse.drag([-100, -60], [-140, -80])
  await expect(lines('ellipse').first()).toHaveText(
    `Area ${formatNumber((Math.PI / 4) * mouse.toMm(160) * mouse.toMm(70), 1)} mm²`,
  )
  await page.keyboard.press('Control+z')
  await expect(lines('ellipse')).toHaveText(ellipse)

  await page.keyboard.press('k')
  await mouse.press([-20, -180])
  const glass = page.locator('[role=application] canvas')
  await expect(glass).toBeVisible()
  /** The grey levels in the glass, at these distances to the right of the pointer. */
  const readGreyLevels = (distances: readonly number[]) =>
    glass.evaluate((element, offsets) => {
      if (!(element instanceof HTMLCanvasElement)) return []
      const { width, height } = element
      const context = element.getContext('2d')
      return offsets.map((x) => context?.getImageData(width / 2 + x, height / 2, 1, 1).data[0])
    }, distances)
  // The border is 20 pixels to the right, and two and a half times as far in the glass.
  await expect
    .poll(async () => {
      const [dark = 255, bright = 0] = await readGreyLevels([45, 55])
      return bright - dark
    })
    .toBeGreaterThan(100)
  await mouse.release()
  await expect(glass).toHaveCount(0)

  await expectSaved(page)
  await openStudy(page)
  await expect(fullImage(page)).toBeVisible()
  await expect(lines('rectangle')).toHaveText(rectangle)
  await expect(lines('ellipse')).toHaveText(ellipse)
})
