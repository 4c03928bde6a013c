import type { Page } from '@playwright/test'
import { test } from '../support/clinic-records.ts'
import { dialog, expect } from '../support/fixtures.ts'
import { button } from '../support/clinic-fixture.ts'
import {
  readCorners,
  drawings,
  createMouse,
  drawingLayer,
  selectTool,
  formatTenths,
  drawingLabels,
} from './mouse.ts'
import { expectSaved, openStudy, openViewer, storeStudy, fullImage } from '../pages/viewer-page.ts'

const tools = (page: Page) =>
  drawings(page).evaluateAll((all) => all.map((one) => one.getAttribute('data-tool')))

test('arrow, freehand line and markers are drawn, corrected, hidden, erased and restored by undo', async ({
  page,
  records,
  t,
}) => {
  await storeStudy(records, 1)
  await openViewer(page, records.clinic.admin)
  const mouse = await createMouse(page, drawingLayer(page, t))

  await page.keyboard.press('d')
  await mouse.drag([-250, -100], [-150, -20])
  await expect(drawings(page, 'arrow')).toHaveCount(1)
  const [from = [0, 0], to = [0, 0], , tip] = await readCorners(drawings(page, 'arrow'))
  const expectAt = (corner: typeof from, offset: typeof from) => {
    for (const axis of [0, 1] as const)
      expect(corner[axis]).toBeCloseTo(mouse.toViewport(offset)[axis], 1)
  }
  expectAt(from, [-250, -100])
  expectAt(to, [-150, -20])
  // The head of the arrow is where the mouse was released.
  expect(tip).toEqual(to)

  await selectTool(page, t, 'measure', t('measure:tool.freehand.name'))
  await mouse.drawPath([
    [-50, -150],
    [70, -150],
    [70, -60],
    [10, -60],
  ])
  const length = `${formatTenths(mouse.toMm(120 + 90 + 60))} mm`
  await expect(drawingLabels(page)).toHaveText([length])

  const marker = dialog(page, t('measure:marker.edit'))
  await page.keyboard.press('m')
  await mouse.click([200, -150])
  await button(marker, 'L').click()
  await expect(drawingLabels(page)).toHaveText([length, 'L'])
  await mouse.click([200, 0])
  await marker.getByRole('textbox').fill('Cr 2')
  await page.keyboard.press('Enter')
  await expect(drawingLabels(page)).toHaveText([length, 'L', 'Cr 2'])
  await mouse.click([200, 150])
  await expect(marker).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(marker).toHaveCount(0)
  await expect(drawings(page, 'marker')).toHaveCount(2)

  await page.keyboard.press('w')
  await mouse.doubleClick([200, -150])
  await expect(marker.getByRole('textbox')).toHaveValue('L')
  await button(marker, 'R').click()
  await expect(drawingLabels(page)).toHaveText([length, 'R', 'Cr 2'])

  const hide = button(page, t('viewerPanel:drawings'))
  await hide.click()
  await expect(drawings(page)).toHaveCount(0)
  await expect(hide).toHaveAttribute('aria-pressed', 'true')
  // Hidden drawings are not erased.
  await page.keyboard.press('e')
  await mouse.click([200, -150])
  // Selecting a drawing tool makes the drawings visible.
  await page.keyboard.press('l')
  await expect(hide).toHaveAttribute('aria-pressed', 'false')
  await expect(drawingLabels(page)).toHaveText([length, 'R', 'Cr 2'])

  await page.keyboard.press('e')
  await mouse.drawPath([
    [-230, 20],
    [-200, -60],
    [-50, -100],
    [70, -100],
  ])
  await expect.poll(() => tools(page)).toEqual(['marker', 'marker'])
  await mouse.click([200, 0])
  await expect(drawingLabels(page)).toHaveText(['R'])

  // Each undo restores one step: the marker, then everything that one stroke erased.
  for (const remaining of [
    ['R', 'Cr 2'],
    [length, 'R', 'Cr 2'],
    [length, 'L', 'Cr 2'],
  ]) {
    await page.keyboard.press('Control+z')
    await expect(drawingLabels(page)).toHaveText(remaining)
  }
  for (const count of [3, 2, 1, 0]) {
    await page.keyboard.press('Control+z')
    await expect(drawings(page)).toHaveCount(count)
  }
  await expect(button(page, t('viewerPanel:undo'))).toHaveAttribute('aria-disabled', 'true')
  for (let step = 1; step <= 5; step += 1) await page.keyboard.press('Control+Shift+z')
  await expect(drawingLabels(page)).toHaveText([length, 'R', 'Cr 2'])

  await expectSaved(page)
  await openStudy(page)
  await expect(fullImage(page)).toBeVisible()
  await expect(drawingLabels(page)).toHaveText([length, 'R', 'Cr 2'])
  expect(await tools(page)).toEqual(['arrow', 'freehand', 'marker', 'marker'])
})
