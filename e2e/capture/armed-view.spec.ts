import { openGeneralCapture, processingTimeout } from '../pages/capture-page.ts'
import { expect, test } from './capture-fixture.ts'

test.use({ language: 'en' })

test('the map shows the view that the sensor is armed for, and the question to cancel ends with the exposure', async ({
  page,
  records,
  simulator,
  t,
}) => {
  test.slow()
  const { capture } = await openGeneralCapture(page, records, t, { parts: ['Chest'] })
  const shown = capture.views.locator('[aria-pressed=true]')
  await capture.views.getByRole('button', { name: 'VD' }).click()
  await capture.add.focus()
  await page.keyboard.press('Enter')
  await expect(capture.annotations).toHaveCount(2)
  await expect(capture.add).toBeFocused()
  await expect(capture.selected).toHaveAccessibleName(/^Chest RLAT/u)
  await expect(shown).toHaveText('VD')

  await capture.start('xray').click()
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)
  await expect(shown).toContainText('RLAT')

  await capture.views.getByRole('button', { name: 'LLAT' }).click()
  await capture.annotation('Chest RLAT').click()
  await expect(shown).toContainText('RLAT')

  await capture.start('waiting').click()
  await expect(capture.cancelDialog).toBeVisible()
  await simulator.expose()
  await expect(capture.cancelDialog).toHaveCount(0)
  await expect(capture.slides).toHaveCount(1, processingTimeout)
  await expect(capture.start('waiting')).toContainText('Chest VD', processingTimeout)
  await expect(shown).toHaveText('VD')

  await capture.start('waiting').click()
  await expect(capture.cancelDialog).toBeVisible()
  // The failure is reported instead of the question.
  await simulator.kill()
  await expect(page.getByRole('dialog')).toHaveCount(1, processingTimeout)
  await expect(capture.cancelDialog).toHaveCount(0)
  await simulator.start()
})
