import { expect } from './fixtures.ts'
import { test } from './own-clinic.ts'
import { button, toast } from './settings-forms.ts'

test.describe('receiving', () => {
  test.use({ language: 'fr' })

  // What axe says to the list is in settings-dicom-servers.spec.ts.
  test('who may call the clinic is listed, saved, and taken back', async ({ page, clinic, t }) => {
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
