import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { button } from '../support/clinic-fixture.ts'
import {
  drawings,
  guide,
  createMouse,
  drawingLayer,
  selectTool,
  drawingLabels,
  zoomByWheel,
} from './mouse.ts'
import {
  expectSaved,
  openStudy,
  openViewer,
  showImage,
  storeStudy,
  fullImage,
} from '../pages/viewer-page.ts'

test('TPLO and TTA are measured step by step, corrected, and restored when the study is reopened', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  await storeStudy(records, 2)
  await openViewer(page, records.clinic.admin)
  await test.step('TPLO: a circle, an axis and a plateau; enlarging the circle does not move it', async () => {
    await selectTool(page, t, 'advanced', t('measure:tool.tplo.name'))
    await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.talus'))
    const mouse = await createMouse(page, drawingLayer(page, t))
    await mouse.drag([0, 150], [40, 150])
    await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.axis'))
    await mouse.drag([0, -150], [10, 140])
    await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.plateau'))
    await expect(drawingLabels(page)).toHaveCount(0)
    await mouse.drag([-100, -200], [100, -100])
    // The plateau falls one pixel for two across, below a vertical axis.
    await expect(drawingLabels(page)).toHaveText(['TPA 26.57°'])

    await page.keyboard.press('w')
    await mouse.drag([40, 150], [90, 150])
    await expect(drawingLabels(page)).toHaveText(['TPA 26.57°'])
  })

  await showImage(page, t, 2)
  await test.step('TTA: two circles, the patella, the tuberosity; the last step is the advancement', async () => {
    await selectTool(page, t, 'advanced', t('measure:tool.tta.name'))
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.femur'))
    const mouse = await createMouse(page, drawingLayer(page, t))
    await mouse.drag([0, -120], [40, -120])
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tibia'))
    await mouse.drag([0, 60], [80, 60])
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.patella'))
    await mouse.drag([-150, -150], [-140, 100])
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tuberosity'))
    await mouse.drag([-110, 40], [-150, 40])
    // The circles do not touch, and the label says so.
    const gap = t('measure:note.contactGap', { limit: 2 })
    const advancement = `TTA ${mouse.toMm(40).toFixed(3)} mm${gap}`
    await expect(drawingLabels(page)).toHaveText([advancement])

    await button(page, t('measure:guide.removeLast')).click()
    await expect(drawingLabels(page)).toHaveCount(0)
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tuberosity'))
    await page.keyboard.press('Control+z')
    await expect(drawingLabels(page)).toHaveText([advancement])
    // Rotation and zoom do not change the length.
    await button(page, t('viewerPanel:view.turnRight')).click()
    await zoomByWheel(page, -240)
    await expect(drawingLabels(page)).toHaveText([advancement])
  })

  await test.step('erasing the circle of a saved TPLO erases the rest of it', async () => {
    await expectSaved(page)
    await openStudy(page)
    await expect(fullImage(page)).toBeVisible()
    await expect(drawingLabels(page)).toHaveText(['TPA 26.57°'])

    const again = await createMouse(page, drawingLayer(page, t))
    await page.keyboard.press('e')
    await again.click([40, 150])
    await expect(drawings(page)).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(drawingLabels(page)).toHaveText(['TPA 26.57°'])
  })
})
