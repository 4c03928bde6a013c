import { test } from '../clinic-day.ts'
import { expect } from '../fixtures.ts'
import { button } from '../office.ts'
import { drawings, guide, handOn, stageOf, take, words } from './hand.ts'
import { expectSaved, openStudy, openViewer, show, storeStudy, whole } from './viewer-desk.ts'

test('TPLO and TTA are drawn step by step, corrected, and there again afterwards', async ({
  page,
  day,
  t,
}) => {
  test.slow()
  await storeStudy(day, 2)
  await openViewer(page, day.clinic.admin)
  await test.step('TPLO: a circle, an axis, a plateau; the circle stays where it is made larger', async () => {
    await take(page, t, 'advanced', t('measure:tool.tplo.name'))
    await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.talus'))
    const hand = await handOn(page, stageOf(page, t))
    await hand.drag([0, 150], [40, 150])
    await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.axis'))
    await hand.drag([0, -150], [10, 140])
    await expect(guide(page, t)).toHaveText(t('measure:tool.tplo.step.plateau'))
    await expect(words(page)).toHaveCount(0)
    await hand.drag([-100, -200], [100, -100])
    // One down for two across, below an axis that stands upright.
    await expect(words(page)).toHaveText(['TPA 26.57°'])

    await page.keyboard.press('w')
    await hand.drag([40, 150], [90, 150])
    await expect(words(page)).toHaveText(['TPA 26.57°'])
  })

  await show(page, t, 2)
  await test.step('TTA: two circles, the patella, the tuberosity; the last step is the advancement', async () => {
    await take(page, t, 'advanced', t('measure:tool.tta.name'))
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.femur'))
    const hand = await handOn(page, stageOf(page, t))
    await hand.drag([0, -120], [40, -120])
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tibia'))
    await hand.drag([0, 60], [80, 60])
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.patella'))
    await hand.drag([-150, -150], [-140, 100])
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tuberosity'))
    await hand.drag([-110, 40], [-150, 40])
    const advancement = `TTA ${hand.mm(40).toFixed(3)} mm`
    await expect(words(page)).toHaveText([advancement])

    await button(page, t('measure:guide.removeLast')).click()
    await expect(words(page)).toHaveCount(0)
    await expect(guide(page, t)).toHaveText(t('measure:tool.tta.step.tuberosity'))
    await page.keyboard.press('Control+z')
    await expect(words(page)).toHaveText([advancement])
    // Turned, mirrored and enlarged, it is as long as before.
    await button(page, t('viewerPanel:view.turnRight')).click()
    await page.mouse.wheel(0, -240)
    await expect(words(page)).toHaveText([advancement])
  })

  await test.step('the circle of a TPLO that was saved takes the rest along', async () => {
    await expectSaved(page)
    await openStudy(page)
    await expect(whole(page)).toBeVisible()
    await expect(words(page)).toHaveText(['TPA 26.57°'])

    const again = await handOn(page, stageOf(page, t))
    await page.keyboard.press('e')
    await again.click([40, 150])
    await expect(drawings(page)).toHaveCount(0)
    await page.keyboard.press('Control+z')
    await expect(words(page)).toHaveText(['TPA 26.57°'])
  })
})
