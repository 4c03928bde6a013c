import type { Page } from '@playwright/test'
import { test } from '../clinic-day.ts'
import { expect } from '../fixtures.ts'
import type { wordsIn } from '../words.ts'
import { drawings, guide, handOn, stageOf, take, tenths, words } from './hand.ts'
import type { Place } from './hand.ts'
import { expectSaved, openStudy, openViewer, show, storeStudy, whole } from './viewer-desk.ts'

type Words = ReturnType<typeof wordsIn>

const degrees = (radians: number) => (radians * 180) / Math.PI

/** From one point round to the other, seen from a third. */
function seenFrom([x, y]: Place, one: Place, other: Place) {
  const towards = (place: Place) => Math.atan2(place[1] - y, place[0] - x)
  const angle = Math.abs(degrees(towards(one) - towards(other)))
  return Math.min(angle, 360 - angle)
}

const linesOf = (page: Page, tool: string) => drawings(page, tool).locator('tspan')

/** Cobb angle, four angles where two lines meet, two where they do not; what is written beside them. */
async function drawLines(page: Page, t: Words) {
  await take(page, t, 'measure', t('measure:tool.cobb.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.cobb.step.cranialEndPlate'))
  const hand = await handOn(page, stageOf(page, t))
  await hand.drag([-300, -100], [-200, -80])
  await expect(guide(page, t)).toHaveText(t('measure:tool.cobb.step.caudalEndPlate'))
  await hand.drag([-300, 60], [-200, 15])
  const cobb = `${tenths(degrees(Math.atan2(20, 100) + Math.atan2(45, 100)))}°`
  expect(cobb).toBe('35.5°')
  await expect(words(page)).toHaveText([cobb])

  await take(page, t, 'measure', t('measure:tool.twoLineAngle.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.twoLineAngle.step.firstLine'))
  await hand.drag([50, -100], [250, -100])
  await hand.drag([120, -140], [180, -60])
  const met = degrees(Math.atan2(80, 60))
  const [sharp, blunt] = [`${tenths(met)}°`, `${tenths(180 - met)}°`]
  await expect(words(page)).toHaveText([cobb, sharp, blunt, sharp, blunt])

  // Nearly parallel: they would meet far beyond the image.
  await hand.drag([50, 100], [250, 100])
  await hand.drag([250, 160], [50, 150])
  const apart = degrees(Math.atan2(10, 200))
  const last = words(page).last().locator('tspan')
  await expect(last).toHaveText([`${tenths(apart)}°`, `${tenths(180 - apart)}°`])

  // A line that is dragged by its end turns: the angle is another one.
  await hand.drag([250, 160], [250, 135])
  const turned = degrees(Math.atan2(15, 200))
  await expect(last).toHaveText([`${tenths(turned)}°`, `${tenths(180 - turned)}°`])
  const before = await words(page).allTextContents()

  await page.keyboard.press('Control+z')
  await expect(last).toHaveText([`${tenths(apart)}°`, `${tenths(180 - apart)}°`])
  for (const count of [3, 2, 2, 1, 1, 0]) {
    await page.keyboard.press('Control+z')
    await expect(drawings(page)).toHaveCount(count)
  }
  for (const count of [1, 1, 2, 2, 3, 3, 3]) {
    await page.keyboard.press('Control+Shift+z')
    await expect(drawings(page)).toHaveCount(count)
  }
  await expect(words(page)).toHaveText(before)
  return before
}

/** Norberg, distraction and VLAS. */
async function drawHipsAndAtrium(page: Page, t: Words) {
  await take(page, t, 'advanced', t('measure:tool.norberg.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.norberg.step.rightHead'))
  const hand = await handOn(page, stageOf(page, t))
  const [right, left] = [
    [-200, -40],
    [200, -40],
  ] as const
  const [rightRim, leftRim] = [
    [-230, -140],
    [236, -144],
  ] as const
  await hand.drag(right, [-160, -40])
  await hand.drag(left, [240, -40])
  await expect(guide(page, t)).toHaveText(t('measure:tool.norberg.step.rightRim'))
  await hand.click(rightRim)
  const norberg = [
    `R ${tenths(seenFrom(right, left, rightRim))}°`,
    `L ${tenths(seenFrom(left, right, leftRim))}°`,
  ]
  await expect(words(page)).toHaveText(norberg.slice(0, 1))
  await hand.click(leftRim)
  expect(norberg).toEqual(['R 106.7°', 'L 109.1°'])
  await expect(linesOf(page, 'norberg')).toHaveText(norberg)

  await take(page, t, 'advanced', t('measure:tool.distraction.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.distraction.step.rightSocket'))
  await hand.drag([-150, 100], [-70, 100])
  await hand.drag([-132, 106], [-132, 166])
  await hand.drag([150, 100], [230, 100])
  await hand.drag([162, 91], [162, 141])
  const index = (away: number, radius: number) => (away / radius).toFixed(2)
  const distraction = [
    `DI R ${index(Math.hypot(18, 6), 60)}`,
    `DI L ${index(Math.hypot(12, 9), 50)}`,
  ]
  expect(distraction).toEqual(['DI R 0.32', 'DI L 0.30'])
  await expect(linesOf(page, 'distraction')).toHaveText(distraction)

  await take(page, t, 'advanced', t('measure:tool.vlas.name'))
  await expect(guide(page, t)).toHaveText(t('measure:tool.vlas.step.vertebrae'))
  await hand.drag([-60, -220], [180, -150])
  await expect(guide(page, t)).toHaveText(t('measure:tool.vlas.step.atrium'))
  await hand.drag([-10, -20], [50, 60])
  // A vertebra is a fifth of 250 pixels, the atrium is 100 long.
  await expect(linesOf(page, 'vlas')).toHaveText(['VLAS 2.00 v'])
  await expect(guide(page, t)).toContainText(`${tenths(hand.mm(100))} mm`)
  await expect(guide(page, t)).toContainText(`${tenths(hand.mm(250))} mm`)
  return { norberg, distraction, vlas: ['VLAS 2.00 v'] }
}

test('angles, hips and left atrium are measured step by step, and are the same after coming back', async ({
  page,
  day,
  t,
}) => {
  test.slow()
  await storeStudy(day, 2)
  await openViewer(page, day.clinic.admin)
  const lines = await test.step('two lines', () => drawLines(page, t))
  await show(page, t, 2)
  const scores = await test.step('hips and left atrium', () => drawHipsAndAtrium(page, t))

  await expectSaved(page)
  await openStudy(page)
  await expect(whole(page)).toBeVisible()
  await expect(words(page)).toHaveText(lines)
  await show(page, t, 2)
  for (const [tool, told] of Object.entries(scores))
    await expect(linesOf(page, tool)).toHaveText(told)
})
