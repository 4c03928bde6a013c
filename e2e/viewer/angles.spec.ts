import type { Page } from '@playwright/test'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import type { createTranslator } from '../support/i18n-texts.ts'
import {
  drawings,
  guide,
  createMouse,
  drawingLayer,
  selectTool,
  formatTenths,
  drawingLabels,
} from './mouse.ts'
import type { Offset } from './mouse.ts'
import {
  expectSaved,
  openStudy,
  openViewer,
  showImage,
  storeStudy,
  fullImage,
} from '../pages/viewer-page.ts'

type Translate = ReturnType<typeof createTranslator>

const toDegrees = (radians: number) => (radians * 180) / Math.PI

/** The angle between two points as seen from a third. */
function computeAngle([x, y]: Offset, one: Offset, other: Offset) {
  const towards = (place: Offset) => Math.atan2(place[1] - y, place[0] - x)
  const angle = Math.abs(toDegrees(towards(one) - towards(other)))
  return Math.min(angle, 360 - angle)
}

const labelLines = (page: Page, tool: string) => drawings(page, tool).locator('tspan')

/**
 * Draws a Cobb angle, crossing lines with four angles and others with two; returns their labels.
 */
async function drawLines(page: Page, t: Translate) {
  await selectTool(page, t, 'measure', t('measure:tool.cobb.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.cobb.step.cranialEndPlate'))
  const mouse = await createMouse(page, drawingLayer(page, t))
  await mouse.drag([-300, -100], [-200, -80])
  await expect(guide(page, t)).toHaveText(t('measure:tool.cobb.step.caudalEndPlate'))
  await mouse.drag([-300, 60], [-200, 15])
  const cobb = `${formatTenths(toDegrees(Math.atan2(20, 100) + Math.atan2(45, 100)))}°`
  expect(cobb).toBe('35.5°')
  await expect(drawingLabels(page)).toHaveText([cobb])

  await selectTool(page, t, 'measure', t('measure:tool.twoLineAngle.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.twoLineAngle.step.firstLine'))
  await mouse.drag([50, -100], [250, -100])
  await mouse.drag([120, -140], [180, -60])
  const crossing = toDegrees(Math.atan2(80, 60))
  const [acute, obtuse] = [`${formatTenths(crossing)}°`, `${formatTenths(180 - crossing)}°`]
  await expect(drawingLabels(page)).toHaveText([cobb, acute, obtuse, acute, obtuse])

  // Nearly parallel lines, which would cross far outside of the image.
  await mouse.drag([50, 100], [250, 100])
  await mouse.drag([250, 160], [50, 150])
  const nearlyParallel = toDegrees(Math.atan2(10, 200))
  const last = drawingLabels(page).last().locator('tspan')
  await expect(last).toHaveText([
    `${formatTenths(nearlyParallel)}°`,
    `${formatTenths(180 - nearlyParallel)}°`,
  ])

  // Dragging the end of a line rotates it and changes the angle.
  await mouse.drag([250, 160], [250, 135])
  const rotated = toDegrees(Math.atan2(15, 200))
  await expect(last).toHaveText([`${formatTenths(rotated)}°`, `${formatTenths(180 - rotated)}°`])
  const before = await drawingLabels(page).allTextContents()

  await page.keyboard.press('Control+z')
  await expect(last).toHaveText([
    `${formatTenths(nearlyParallel)}°`,
    `${formatTenths(180 - nearlyParallel)}°`,
  ])
  for (const count of [3, 2, 2, 1, 1, 0]) {
    await page.keyboard.press('Control+z')
    await expect(drawings(page)).toHaveCount(count)
  }
  for (const count of [1, 1, 2, 2, 3, 3, 3]) {
    await page.keyboard.press('Control+Shift+z')
    await expect(drawings(page)).toHaveCount(count)
  }
  await expect(drawingLabels(page)).toHaveText(before)
  return before
}

/** Draws Norberg angle, distraction index and VLAS; returns their labels. */
async function drawHipsAndAtrium(page: Page, t: Translate) {
  await selectTool(page, t, 'advanced', t('measure:tool.norberg.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.norberg.step.rightHead'))
  const mouse = await createMouse(page, drawingLayer(page, t))
  const [right, left] = [
    [-200, -40],
    [200, -40],
  ] as const
  const [rightRim, leftRim] = [
    [-230, -140],
    [236, -144],
  ] as const
  await mouse.drag(right, [-160, -40])
  await mouse.drag(left, [240, -40])
  await expect(guide(page, t)).toHaveText(t('measure:tool.norberg.step.rightRim'))
  await mouse.click(rightRim)
  const norberg = [
    `R ${formatTenths(computeAngle(right, left, rightRim))}°`,
    `L ${formatTenths(computeAngle(left, right, leftRim))}°`,
  ]
  await expect(drawingLabels(page)).toHaveText(norberg.slice(0, 1))
  await mouse.click(leftRim)
  expect(norberg).toEqual(['R 106.7°', 'L 109.1°'])
  await expect(labelLines(page, 'norberg')).toHaveText(norberg)

  await selectTool(page, t, 'advanced', t('measure:tool.distraction.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.distraction.step.rightSocket'))
  await mouse.drag([-150, 100], [-70, 100])
  await mouse.drag([-132, 106], [-132, 166])
  await mouse.drag([150, 100], [230, 100])
  await mouse.drag([162, 91], [162, 141])
  const index = (distance: number, radius: number) => (distance / radius).toFixed(2)
  const distraction = [
    `DI R ${index(Math.hypot(18, 6), 60)}`,
    `DI L ${index(Math.hypot(12, 9), 50)}`,
  ]
  expect(distraction).toEqual(['DI R 0.32', 'DI L 0.30'])
  await expect(labelLines(page, 'distraction')).toHaveText(distraction)

  await selectTool(page, t, 'advanced', t('measure:tool.vlas.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.vlas.step.vertebrae'))
  await mouse.drag([-60, -220], [180, -150])
  await expect(guide(page, t)).toHaveText(t('measure:tool.vlas.step.atrium'))
  await mouse.drag([-10, -20], [50, 60])
  // A vertebra is a fifth of 250 pixels, and the atrium is 100 pixels long.
  await expect(labelLines(page, 'vlas')).toHaveText(['VLAS 2.00 v'])
  await expect(guide(page, t)).toContainText(`${formatTenths(mouse.toMm(100))} mm`)
  await expect(guide(page, t)).toContainText(`${formatTenths(mouse.toMm(250))} mm`)
  return { norberg, distraction, vlas: ['VLAS 2.00 v'] }
}

test('angles, hips and left atrium are measured step by step, and are unchanged when the study is reopened', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  await storeStudy(records, 2)
  await openViewer(page, records.clinic.admin)
  const lines = await test.step('two lines', () => drawLines(page, t))
  await showImage(page, t, 2)
  const scores = await test.step('hips and left atrium', () => drawHipsAndAtrium(page, t))

  await expectSaved(page)
  await openStudy(page)
  await expect(fullImage(page)).toBeVisible()
  await expect(drawingLabels(page)).toHaveText(lines)
  await showImage(page, t, 2)
  for (const [tool, labels] of Object.entries(scores))
    await expect(labelLines(page, tool)).toHaveText(labels)
})
