import { addClinic, test, type RecordsFlow } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { button, toast } from '../support/clinic-fixture.ts'
import { enterViewer, storeStudy } from '../pages/viewer-page.ts'
import { createMouse, drawingLabels, drawingLayer, drawings, guide } from './mouse.ts'

async function fixSteps({ page, records, t }: RecordsFlow) {
  await storeStudy(records, 1)
  await enterViewer(page, records.clinic.admin, t)
  // A study of one image has nothing to arrange.
  await expect(button(page, t('viewer:grid.size'))).toHaveCount(0)
  const layer = drawingLayer(page, t)

  await test.step('TPLO: the circle is fixed by the axis; without the axis there is no plateau', async () => {
    await page.keyboard.press('Shift+T')
    await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.talus'))
    const mouse = await createMouse(page, layer)
    await mouse.drag([0, 150], [40, 150])
    await mouse.drag([0, -150], [10, 140])
    await mouse.drag([-100, -200], [100, -100])
    await expect(drawingLabels(page)).toHaveText(['TPA 26.57°'])
    await page.keyboard.press('w')
    await mouse.drag([0, 150], [120, 150])
    await expect(drawingLabels(page)).toHaveText(['TPA 26.57°'])

    await page.keyboard.press('e')
    await mouse.click([0, 0])
    await expect(drawingLabels(page)).toHaveCount(0)
    await expect(drawings(page, 'tplo')).toHaveCount(1)
    await page.keyboard.press('Shift+T')
    await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.axis'))
    await page.keyboard.press('e')
    await mouse.click([40, 150])
    await expect(drawings(page)).toHaveCount(0)
  })

  await test.step('TTA: four steps, of which the last fixes the others; each needs those before it', async () => {
    await page.keyboard.press('Shift+A')
    const mouse = await createMouse(page, layer)
    await mouse.drag([0, -120], [40, -120])
    await mouse.drag([0, 60], [80, 60])
    // One click each: the ends of these lines are computed.
    await mouse.click([-150, -150])
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tuberosity'))
    await mouse.click([-110, 40])
    const advancement = await drawingLabels(page).textContent()
    expect(advancement).toContain(`TTA ${mouse.toMm(40).toFixed(3)} mm`)
    await mouse.drag([40, -120], [70, -120])
    await expect(toast(page, t('measure:refused.locked'))).toBeVisible()
    await expect(drawingLabels(page)).toHaveText([advancement ?? ''])

    await page.keyboard.press('e')
    await mouse.click([0, 140])
    await expect(drawingLabels(page)).toHaveCount(0)
    await page.keyboard.press('Shift+A')
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tibia'))
  })
}

async function measureVhs({ page, records, t }: RecordsFlow) {
  await storeStudy(records, 1)
  await enterViewer(page, records.clinic.admin, t)
  const suggested = page.getByRole('group', { name: t('viewer:hanging.measure') })
  await button(suggested, 'VHS').click()
  const mouse = await createMouse(page, drawingLayer(page, t))
  await mouse.drag([-150, -100], [100, -100])
  await mouse.drag([100, -50], [-50, 150])
  await mouse.drag([-25, 12], [75, 87])
  await expect(drawingLabels(page)).toHaveText(['VHS 7.500 v'])
}

test('measurements of several steps follow their rules', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  test.slow()
  const flow = { page, records, clinicFixture, t }
  await test.step('steps of TPLO and TTA are fixed by later ones, and erased with those that they need', () =>
    fixSteps(flow))
  await test.step('a VHS takes one key and three drags, and a suggested measurement one click', async () =>
    measureVhs({ ...flow, records: await addClinic(clinicFixture) }))
})
