import { pageUrl, dialog } from '../support/fixtures.ts'
import { isFocusVisible, tabTo, waitForDeliberatePress } from '../support/keyboard.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { createRegistrationPage } from '../pages/registration-page.ts'
import { createCapturePage, processingTimeout } from '../pages/capture-page.ts'
import { tabToMap } from './map-keyboard.ts'
import { expect, test } from './capture-fixture.ts'

test.use({ language: 'en' })

test('a whole examination by keyboard: start, plan, expose, cancel, open the reject dialog, finish', async ({
  page,
  records,
  simulator,
  t,
}) => {
  test.slow()
  await records.createPatient('Rex')
  const capture = createCapturePage(page, t)
  const registration = createRegistrationPage(page, t)
  await signInAs(page, records.clinic.admin)
  await page.goto('registration')
  await expect(registration.owner).toBeFocused()
  await page.keyboard.type('keller')
  await expect(registration.options.first()).toContainText('Ada Keller')
  await page.keyboard.press('Enter')
  await expect(registration.start('StartStudy')).toBeEnabled()
  await waitForDeliberatePress(page)
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(pageUrl(String.raw`general\?studyId=\d+`))

  const part = await tabToMap(page)
  await page.keyboard.press('Enter')
  await expect(capture.bodyPart(part)).toHaveAttribute('aria-selected', 'true')
  await tabTo(page, 'DV')
  await page.keyboard.press('Space')
  await tabTo(page, t('capture:add.action'))
  expect(await isFocusVisible(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(capture.annotation(`${part} DV`)).toHaveAttribute('aria-current', 'true')

  await tabTo(page, `${t('capture:start.xray')} ${part} DV`)
  expect(await isFocusVisible(page)).toBe(true)
  await page.keyboard.press('Enter')
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)
  await simulator.expose()
  await expect(capture.slides).toHaveCount(1, processingTimeout)
  await expect(capture.start('waiting')).toBeVisible(processingTimeout)
  // A letter may be a typing error: it neither cancels nor starts an X-ray.
  await page.keyboard.press('x')
  await expect(capture.cancelDialog).toHaveCount(0)
  await page.keyboard.press('F9')
  await expect(capture.cancelDialog).toBeVisible()
  await expect(button(capture.cancelDialog, t('capture:cancel.confirm'))).toBeFocused()
  await waitForDeliberatePress(page)
  await page.keyboard.press('Enter')
  await expect(capture.start('xray')).toBeVisible()
  await expect(capture.start('xray')).toBeFocused()

  await page.keyboard.press('r')
  const reasons = dialog(page, t('capture:reject.title', { name: `${part} DV` }))
  await expect(reasons).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(reasons).toHaveCount(0)
  await expect(capture.slides).toHaveCount(1)
  await tabTo(page, t('capture:finish'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(pageUrl('registration'))
})
