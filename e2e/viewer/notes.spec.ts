import type { Page } from '@playwright/test'
import { test } from '../clinic-day.ts'
import { dialog, expect } from '../fixtures.ts'
import { button } from '../office.ts'
import { cornersOf, drawings, handOn, stageOf, take, tenths, words } from './hand.ts'
import { expectSaved, openStudy, openViewer, storeStudy, whole } from './viewer-desk.ts'

const tools = (page: Page) =>
  drawings(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-tool')))

test('arrow, freehand line and markers are drawn, corrected, hidden, erased and brought back', async ({
  page,
  day,
  t,
}) => {
  await storeStudy(day, 1)
  await openViewer(page, day.clinic.admin)
  const hand = await handOn(page, stageOf(page, t))

  await page.keyboard.press('d')
  await hand.drag([-250, -100], [-150, -20])
  await expect(drawings(page, 'arrow')).toHaveCount(1)
  const [from = [0, 0], to = [0, 0], , tip] = await cornersOf(drawings(page, 'arrow'))
  const expectAt = (corner: typeof from, place: typeof from) => {
    for (const axis of [0, 1] as const)
      expect(corner[axis]).toBeCloseTo(hand.inCell(place)[axis], 1)
  }
  expectAt(from, [-250, -100])
  expectAt(to, [-150, -20])
  // Its head is where the hand let go.
  expect(tip).toEqual(to)

  await take(page, t, 'measure', t('measure:tool.freehand.name'))
  await hand.follow([
    [-50, -150],
    [70, -150],
    [70, -60],
    [10, -60],
  ])
  const length = `${tenths(hand.mm(120 + 90 + 60))} mm`
  await expect(words(page)).toHaveText([length])

  const marker = dialog(page, t('measure:marker.edit'))
  await page.keyboard.press('m')
  await hand.click([200, -150])
  await button(marker, 'L').click()
  await expect(words(page)).toHaveText([length, 'L'])
  await hand.click([200, 0])
  await marker.getByRole('textbox').fill('Cr 2')
  await page.keyboard.press('Enter')
  await expect(words(page)).toHaveText([length, 'L', 'Cr 2'])
  await hand.click([200, 150])
  await expect(marker).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(marker).toHaveCount(0)
  await expect(drawings(page, 'marker')).toHaveCount(2)

  await page.keyboard.press('w')
  await hand.doubleClick([200, -150])
  await expect(marker.getByRole('textbox')).toHaveValue('L')
  await button(marker, 'R').click()
  await expect(words(page)).toHaveText([length, 'R', 'Cr 2'])

  const hide = button(page, t('viewerPanel:drawings'))
  await hide.click()
  await expect(drawings(page)).toHaveCount(0)
  await expect(hide).toHaveAttribute('aria-pressed', 'true')
  // What is not seen is not erased.
  await page.keyboard.press('e')
  await hand.click([200, -150])
  // Whoever takes a tool to draw wants to see what is drawn.
  await page.keyboard.press('l')
  await expect(hide).toHaveAttribute('aria-pressed', 'false')
  await expect(words(page)).toHaveText([length, 'R', 'Cr 2'])

  await page.keyboard.press('e')
  await hand.follow([
    [-230, 20],
    [-200, -60],
    [-50, -100],
    [70, -100],
  ])
  await expect.poll(() => tools(page)).toEqual(['marker', 'marker'])
  await hand.click([200, 0])
  await expect(words(page)).toHaveText(['R'])

  // One press of the button, one step: the marker, then what one stroke took along.
  for (const left of [
    ['R', 'Cr 2'],
    [length, 'R', 'Cr 2'],
    [length, 'L', 'Cr 2'],
  ]) {
    await page.keyboard.press('Control+z')
    await expect(words(page)).toHaveText(left)
  }
  for (const count of [3, 2, 1, 0]) {
    await page.keyboard.press('Control+z')
    await expect(drawings(page)).toHaveCount(count)
  }
  await expect(button(page, t('viewerPanel:undo'))).toHaveAttribute('aria-disabled', 'true')
  for (let step = 1; step <= 5; step += 1) await page.keyboard.press('Control+Shift+z')
  await expect(words(page)).toHaveText([length, 'R', 'Cr 2'])

  await expectSaved(page)
  await openStudy(page)
  await expect(whole(page)).toBeVisible()
  await expect(words(page)).toHaveText([length, 'R', 'Cr 2'])
  expect(await tools(page)).toEqual(['arrow', 'freehand', 'marker', 'marker'])
})
