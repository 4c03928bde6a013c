import { expect } from '../support/fixtures.ts'
import { test } from '../support/signed-in-clinic.ts'
import { button, toast } from '../pages/dicom-servers-page.ts'

test.describe('receiving', () => {
  test.use({ language: 'fr' })

  // dicom-servers.spec.ts checks this form with axe.
  test('the AE titles that may call the clinic are added, saved and removed', async ({
    page,
    clinic,
    t,
  }) => {
    await page.goto('settings/dicom-servers')
    const form = page.getByRole('form', { name: t('imageForms:receiver.title') })
    await expect(form.getByText(clinic.aeTitle, { exact: true })).toBeVisible()
    await expect(form.getByText(t('imageForms:receiver.anybody'))).toBeVisible()
    const titles = form.getByRole('textbox', { name: t('imageForms:receiver.callingTitles') })
    await titles.fill('XRAY ROOM,')
    await titles.fill('CT1')
    await titles.press('Enter')
    await expect(form.getByRole('listitem')).toHaveText(['XRAY ROOM', 'CT1'])
    await expect(form.getByText(t('imageForms:receiver.these'))).toBeVisible()
    await button(page, t('common:action.save')).click()
    await expect(toast(page, t('common:form.saved'))).toBeVisible()
    await page.reload()
    await expect(form.getByRole('listitem')).toHaveText(['XRAY ROOM', 'CT1'])
    await form.getByRole('button', { name: t('common:tags.remove', { tag: 'CT1' }) }).click()
    await button(page, t('common:action.save')).click()
    await expect(toast(page, t('common:form.saved'))).toBeVisible()
    await page.reload()
    await expect(form.getByRole('listitem')).toHaveText(['XRAY ROOM'])

    await titles.fill('a title that is much too long'.slice(0, 16))
    await titles.fill('Überwachung,')
    await expect(titles).toHaveAccessibleDescription(new RegExp(t('errors:field/ae-title'), 'u'))
  })
})
