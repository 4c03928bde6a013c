import type { Locator, Page } from '@playwright/test'
import { test } from './clinic-day.ts'
import { expect } from './fixtures.ts'
import { importImages, openImageForm, pictures } from './image-desk.ts'
import { button, enter, expectShut, row, toast } from './office.ts'

/** What the form says while the server cannot, and while something before it answers in its place. */
async function expectFailuresTold(
  page: Page,
  form: Locator,
  address: string,
  act: () => Promise<void>,
) {
  const failures = [
    { answer: { status: 500, json: { message: 'Out of film' } }, words: 'Out of film' },
    { answer: { status: 504, body: '<html>' }, words: 'An unknown error occurred.' },
  ]
  for (const { answer, words } of failures) {
    await page.route(address, (route) => route.fulfill(answer))
    await act()
    await expect(form.getByRole('alert')).toHaveText(words)
    await page.unroute(address)
  }
}

test('images are corrected, saved by the server on the clinic’s PC, and shown element by element', async ({
  page,
  day,
  t,
}) => {
  test.slow()
  await importImages(day, ['one', 'two'])
  await enter(page, day.clinic.admin)
  await page.goto('studylist')

  const lines = (form: Locator) => form.getByRole('row').filter({ has: page.getByRole('cell') })
  await test.step('the dump shows what is in the file', async () => {
    const form = await openImageForm(page, t, 'dump')
    await form.getByRole('searchbox').fill('BodyPartExamined')
    await expect(lines(form)).toHaveText([/CHEST/u])
    const [first, second] = [pictures(form).nth(0), pictures(form).nth(1)]
    await expectFailuresTold(page, form, '**/api/image/*/metadata?tags=1', async () => {
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
    await expectShut(save, incomplete)
    await pictures(form).first().click()
    const part = form.getByRole('combobox', { name: t('imageForms:annotation.bodyPart') })
    const view = form.getByRole('combobox', { name: t('imageForms:annotation.view') })
    await expect(part).toHaveValue('Chest')
    await expectShut(save, t('common:form.unchanged'))

    await part.fill('aBD')
    await page.getByRole('option', { name: 'Abdomen', exact: true }).click()
    await view.fill('')
    await save.click({ force: true })
    await expect(form.getByRole('alert')).toHaveText(incomplete)
    await view.click()
    await page.getByRole('option', { name: /^LAT/u }).click()
    await expectFailuresTold(page, form, '**/api/image/annotations', () => save.click())
    await save.click()
    await expect(toast(page, 'Annotation Updated')).toBeVisible()
    await expect(pictures(form).first()).toHaveText('Abdomen LAT')

    // Whatever is not in the list is kept as it was written.
    await part.fill('Left ear')
    await save.click()
    await expect(pictures(form).first()).toHaveText('Left ear LAT')
    await page.keyboard.press('Escape')
    await expect(form).toHaveCount(0)
  })

  await test.step('the server saves the file, and its name is told', async () => {
    const form = await openImageForm(page, t, 'download')
    const download = button(form, t('imageForms:download.download'))
    await download.click({ force: true })
    await expect(form.getByRole('alert')).toHaveText('Please select images')
    await pictures(form).first().click()
    await expect(form.getByRole('alert')).toHaveCount(0)
    await form.getByRole('radio', { name: /DICOM/u }).check()
    const address = '**/api/image/download/local'
    await expectFailuresTold(page, form, address, () => download.click())
    const [reply] = await Promise.all([page.waitForResponse(address), download.click()])
    const { fileName } = (await reply.json()) as { fileName: string }
    expect(fileName).toMatch(/Rex.*_\d{4}-\d{2}-\d{2}_\d+\.zip$/u)
    expect(reply.request().postDataJSON()).toMatchObject({ type: 'DICOM' })
    const saved = t('imageForms:download.saved', { name: fileName })
    await expect(page.getByRole('status').getByText(saved, { exact: true })).toBeVisible()
    await expect(form).toHaveCount(0)
  })

  await test.step('the dump shows every element, ten at a time, and finds them', async () => {
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
    // It was read before the correction, and is another file now.
    await form.getByRole('searchbox').fill('BodyPartExamined')
    await expect(lines(form)).toHaveText([/LEFT EAR/u])
    // Another image, another file.
    await pictures(form).nth(1).click()
    await form.getByRole('searchbox').fill('SOPInstanceUID')
    await expect(lines(form).first()).toContainText('2.25.')
    await page.keyboard.press('Escape')
    await expect(row(page, 'Rex')).toBeVisible()
  })
})
