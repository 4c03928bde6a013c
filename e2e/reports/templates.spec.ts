import { storeImage } from '../pages/viewer-page.ts'
import { createWriter, openReport } from '../pages/report-page.ts'
import { button, field, signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import { changeUser, dialog, expect, expectAccessible } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

test('a template for the body part of the images is offered before the others', async ({
  page,
  records,
  clinicFixture,
  t,
}) => {
  await storeImage(records, 1)
  await signInAs(page, records.clinic.admin)
  await page.goto('settings/reports')
  await button(page, t('report:settings.addTemplate')).click()
  const form = dialog(page, t('report:settings.addTemplate'))
  await field(form, t('report:settings.name')).fill('Zoo chest')
  await field(form, t('report:settings.bodyParts')).fill('Che')
  await waitForDeliberatePress(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(form.getByText('Chest', { exact: true })).toBeVisible()
  await field(form, t('report:settings.text')).fill('Lungs: [clear* | other]')
  await expectAccessible(page, '[role=dialog]')
  await button(form, t('common:action.save')).click()
  await expect(form).toHaveCount(0)
  const saved = page.getByRole('listitem').filter({ hasText: 'Zoo chest' })
  await expect(saved).toContainText('Chest')

  const writer = await createWriter(records, clinicFixture.createUser)
  await changeUser(page, writer.username, t)
  await openReport(page, t)
  const templates = page
    .getByRole('complementary', { name: t('report:panel.label') })
    .locator('section')
    .filter({ hasText: t('report:panel.templates') })
    .getByRole('button')
  await expect(templates.first()).toContainText('Zoo chest')
  await expect(templates.first()).toContainText(t('report:panel.fits'))
  await expect(templates.last()).not.toContainText(t('report:panel.fits'))
})
