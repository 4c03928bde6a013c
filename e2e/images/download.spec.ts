import type { Locator, Page } from '@playwright/test'
import { test } from '../support/clinic-records.ts'
import { expect } from '../support/fixtures.ts'
import { importImages, openImageForm, imageOptions } from '../pages/image-forms-page.ts'
import { button, signInAs, expectDisabled, row, toast } from '../support/clinic-fixture.ts'

/** Checks that the form reports an error of the server, and one of a proxy in front of it. */
async function expectFailuresReported(
  page: Page,
  form: Locator,
  address: string,
  act: () => Promise<void>,
) {
  const failures = [
    { response: { status: 500, json: { message: 'Out of film' } }, message: 'Out of film' },
    { response: { status: 504, body: '<html>' }, message: 'An unknown error occurred.' },
  ]
  for (const { response, message } of failures) {
    await page.route(address, (route) => route.fulfill(response))
    await act()
    await expect(form.getByRole('alert')).toHaveText(message)
    await page.unroute(address)
  }
}

test('image annotations are corrected, images are saved by the local server, and the DICOM dump lists every element', async ({
  page,
  records,
  t,
}) => {
  test.slow()
  await importImages(records, ['one', 'two'])
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')

  const lines = (form: Locator) => form.getByRole('row').filter({ has: page.getByRole('cell') })
  await test.step('the dump shows the elements of the file', async () => {
    const form = await openImageForm(page, t, 'dump')
    await form.getByRole('searchbox').fill('BodyPartExamined')
    await expect(lines(form)).toHaveText([/CHEST/u])
    const [first, second] = [imageOptions(form).nth(0), imageOptions(form).nth(1)]
    await expectFailuresReported(page, form, '**/api/image/*/metadata?tags=1', async () => {
      await first.click()
      await second.click()
    })
    await first.click()
    await expect(lines(form)).toHaveCount(10)
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  })

  await test.step('the body part and the view of an image are corrected', async () => {
    const form = await openImageForm(page, t, 'annotations')
    const save = button(form, t('common:action.save'))
    const incomplete = 'Please ensure all inputs are filled out'
    await expectDisabled(save, incomplete)
    await imageOptions(form).first().click()
    const part = form.getByRole('combobox', { name: t('imageForms:annotation.bodyPart') })
    const view = form.getByRole('combobox', { name: t('imageForms:annotation.view') })
    await expect(part).toHaveValue('Chest')
    await expectDisabled(save, t('common:form.unchanged'))

    await part.fill('aBD')
    await page.getByRole('option', { name: 'Abdomen', exact: true }).click()
    await view.fill('')
    await save.click({ force: true })
    await expect(form.getByRole('alert')).toHaveText(incomplete)
    await view.click()
    await page.getByRole('option', { name: /^LAT/u }).click()
    await expectFailuresReported(page, form, '**/api/image/annotations', () => save.click())
    await save.click()
    await expect(toast(page, 'Annotation Updated')).toBeVisible()
    await expect(imageOptions(form).first()).toHaveText('Abdomen LAT')

    // A value that is not in the list is kept as typed.
    await part.fill('Left ear')
    await save.click()
    await expect(imageOptions(form).first()).toHaveText('Left ear LAT')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  })

  await test.step('the server saves the file, and the page shows its name', async () => {
    const form = await openImageForm(page, t, 'download')
    const download = button(form, t('imageForms:download.download'))
    await download.click({ force: true })
    await expect(form.getByRole('alert')).toHaveText('Please select images')
    await imageOptions(form).first().click()
    await expect(form.getByRole('alert')).toHaveCount(0)
    await form.getByRole('radio', { name: /DICOM/u }).check()
    const address = '**/api/image/download/local'
    await expectFailuresReported(page, form, address, () => download.click())
    const [reply] = await Promise.all([page.waitForResponse(address), download.click()])
    const { fileName } = (await reply.json()) as { fileName: string }
    expect(fileName).toMatch(/Rex.*_\d{4}-\d{2}-\d{2}_\d+\.zip$/u)
    expect(reply.request().postDataJSON()).toMatchObject({ type: 'DICOM' })
    const saved = t('imageForms:download.saved', { name: fileName })
    await expect(page.getByRole('status').getByText(saved, { exact: true })).toBeVisible()
    await expect(form).toHaveCount(0)
  })

  await test.step('the dump lists every element in pages of ten, and can be searched', async () => {
    const form = await openImageForm(page, t, 'dump')
    await expect(form.getByRole('columnheader')).toHaveText(['Tag', 'Type', 'Value', 'Name'])
    await expect(form.getByRole('cell', { name: 'OB', exact: true }).first()).toBeVisible()
    await expect(lines(form)).toHaveCount(10)
    await button(form, t('common:table.nextPage')).click()
    await expect(form.getByText(/^11–20/u)).toBeVisible()
    await form.getByRole('searchbox').fill('PatientName')
    const name = lines(form).filter({ hasText: 'Keller^Rex' })
    await expect(name).toHaveCount(1)
    await expect(name).toContainText('(0010,0010)')
    // The dump was read before the correction, which has replaced the file. The former values are in
    // the Original Attributes Sequence.
    await form.getByRole('searchbox').fill('BodyPartExamined')
    await expect(lines(form)).toHaveText([/LEFT EAR/u, /CHEST/u, /ABDOMEN/u])
    // Selecting another image shows another file.
    await imageOptions(form).nth(1).click()
    await form.getByRole('searchbox').fill('SOPInstanceUID')
    await expect(lines(form).first()).toContainText('2.25.')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Rex')).toBeVisible()
  })
})
