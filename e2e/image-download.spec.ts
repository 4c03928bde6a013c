import { test } from './clinic-day.ts'
import { expect, expectAccessible } from './fixtures.ts'
import { importImages, openImageForm, pictures } from './image-desk.ts'
import { button, enter, row } from './office.ts'
import { languages } from './words.ts'

for (const language of languages) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('on the clinic’s PC the server saves the file, and its name is told', async ({
      page,
      day,
      t,
    }) => {
      await importImages(day, ['one', 'two'])
      await enter(page, day.clinic.admin, language)
      await page.goto('studylist')
      const form = await openImageForm(page, t, 'download')
      const download = button(form, t('imageForms:download.download'))
      await download.click({ force: true })
      await expect(form.getByRole('alert')).toHaveText(
        language === 'en' ? 'Please select images' : t('imageForms:picker.choose'),
      )
      await pictures(form).first().click()
      await expect(form.getByRole('alert')).toHaveCount(0)
      await form.getByRole('radio', { name: /DICOM/u }).check()
      const [reply] = await Promise.all([
        page.waitForResponse('**/api/image/download/local'),
        download.click(),
      ])
      const { fileName } = (await reply.json()) as { fileName: string }
      expect(fileName).toMatch(/Rex.*_\d{4}-\d{2}-\d{2}_\d+\.zip$/u)
      expect(reply.request().postDataJSON()).toMatchObject({ type: 'DICOM' })
      const saved = t('imageForms:download.saved', { name: fileName })
      await expect(page.getByRole('status').getByText(saved, { exact: true })).toBeVisible()
      await expect(form).toHaveCount(0)
    })

    test('the dump shows every element, ten at a time, and finds them', async ({
      page,
      day,
      t,
    }) => {
      await importImages(day, ['one', 'two'])
      await enter(page, day.clinic.admin, language)
      await page.goto('studylist')
      const form = await openImageForm(page, t, 'dump')
      if (language === 'en')
        await expect(form.getByRole('columnheader')).toHaveText(['Tag', 'Type', 'Value', 'Name'])
      await expect(form.getByRole('cell', { name: 'OB', exact: true }).first()).toBeVisible()
      const lines = form.getByRole('row').filter({ has: page.getByRole('cell') })
      await expect(lines).toHaveCount(10)
      await button(form, t('common:table.nextPage')).click()
      await expect(form.getByText(/^11–20/u)).toBeVisible()
      await form.getByRole('searchbox').fill('PatientName')
      const name = lines.filter({ hasText: 'Keller^Rex' })
      await expect(name).toHaveCount(1)
      await expect(name).toContainText('(0010,0010)')
      await expectAccessible(page)
      // Another image, another file.
      await pictures(form).nth(1).click()
      await form.getByRole('searchbox').fill('SOPInstanceUID')
      await expect(lines.first()).toContainText('2.25.')
      await page.keyboard.press('Escape')
      await expect(row(page, 'Rex')).toBeVisible()
    })
  })
}
