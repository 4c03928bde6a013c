import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { button } from '../support/clinic-fixture.ts'
import { openViewer, storeStudy } from '../pages/viewer-page.ts'
import { createMouse, drawingLabels, drawingLayer, drawings, guide, selectTool } from './mouse.ts'

test('undo and deletion take back begun lines everywhere, and the image stays put while measuring', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  await page.setViewportSize({ width: 1366, height: 768 })
  await storeStudy(records, 2)
  await openViewer(page, records.clinic.admin)
  await button(page, t('viewerPanel:panel')).click()
  await page.getByRole('tab', { name: t('viewerPanel:tab.measurements'), exact: true }).click()
  const panel = page.getByRole('tabpanel')
  const layer = drawingLayer(page, t)
  const begun = layer.locator('svg:not([data-drawings-of]) [data-drawing]')

  await test.step('undo takes back the long axis of VHS on the image and in the guide', async () => {
    await page.keyboard.press('Shift+V')
    const mouse = await createMouse(page, layer)
    await mouse.drag([-150, -100], [100, -100])
    await mouse.drag([100, -50], [-50, 150])
    await expect(guide(page, t)).toHaveText(t('measure:tool.vhs.step.heartAcross'))
    await page.keyboard.press('u')
    await expect(begun).toHaveCount(0)
    await expect(drawings(page, 'vhs')).toHaveCount(1)
    await expect(guide(page, t)).toHaveText(t('measure:tool.vhs.step.heart'))
    await mouse.drag([100, -50], [-50, 150])
    await mouse.drag([-25, 12], [75, 87])
    await expect(drawingLabels(page)).toHaveText(['VHS 7.500 v'])
  })

  await test.step('"Remove last step" leaves the long axis, and the bin in the panel leaves nothing', async () => {
    await button(page, t('measure:guide.removeLast')).click()
    await expect(guide(page, t)).toHaveText(t('measure:tool.vhs.step.heartAcross'))
    await expect(begun).toHaveCount(1)
    const name = t('measure:tool.vhs.name')
    await button(panel, t('viewerPanel:measurements.deleteOne', { name })).click()
    await expect(begun).toHaveCount(0)
    await expect(drawings(page)).toHaveCount(0)
    await expect(guide(page, t)).toHaveText(t('measure:tool.vhs.step.vertebrae'))
  })

  await test.step('the image does not move between the steps of the Norberg angle', async () => {
    await selectTool(page, t, 'advanced', t('measure:tool.norberg.name'))
    const mouse = await createMouse(page, layer)
    const before = await layer.boundingBox()
    await mouse.drag([-150, -40], [-120, -40])
    await mouse.drag([150, -40], [180, -40])
    await mouse.click([-170, -120])
    await expect(guide(page, t)).toContainText(t('measure:tool.norberg.step.leftRim'))
    await expect(guide(page, t)).toContainText(t('measure:guide.notDiagnosis'))
    expect(await layer.boundingBox()).toEqual(before)
    await mouse.click([170, -120])
    await expect(guide(page, t)).not.toContainText(t('measure:tool.norberg.step.leftRim'))
    expect(await layer.boundingBox()).toEqual(before)
  })
})
