import { truncateSync, writeFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { button, field, findRow, signInAs, toast } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { dialog, expect, expectAccessible } from '../support/fixtures.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'
import { storeImages } from '../support/stored-images.ts'

/** A dog with one image, in a clinic with one doctor. */
async function createStudy({ api, createPatient, createStudy: create }: ClinicRecords) {
  await api('POST', 'clinicprofile', { firstName: 'Nora', lastName: 'Whitlock' })
  const studyId = await create(await createPatient('Rex', { breed: 'Labrador Retriever' }))
  storeImages({ studyId, bodyPart: 'Chest', bodyPartView: 'VD' })
  return studyId
}

async function openForm(page: Page): Promise<Locator> {
  await (await findRow(page, 'Rex')).click()
  await waitForDeliberatePress(page)
  await button(page, 'Create Case').click()
  const form = dialog(page, 'Create Case')
  await expect(field(form, 'Complaint')).toBeVisible()
  return form
}

const fileInput = (form: Locator) => form.getByLabel('Attachments').and(form.locator('input'))
const files = (form: Locator) =>
  form.getByRole('group', { name: 'Attachments', exact: true }).getByRole('listitem')
const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Normal.') })

test('the limits of attachments are named before the upload, and files outlive the closed form', async ({
  page,
  records,
}) => {
  await createStudy(records)
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  const form = await openForm(page)
  await expect(form).toContainText('Up to 5 files and 100 MB')

  await fileInput(form).setInputFiles([1, 2, 3, 4, 5, 6].map((one) => text(`${String(one)}.txt`)))
  await expect(form.getByRole('alert')).toHaveText('You can only upload a maximum of 5 files.')
  await expect(files(form)).toHaveCount(0)

  const large = ['a.pdf', 'b.pdf'].map((name) => test.info().outputPath(name))
  for (const path of large) {
    writeFileSync(path, '%PDF-1.7\n')
    truncateSync(path, 60 * 1024 * 1024)
  }
  await fileInput(form).setInputFiles(large)
  await expect(form.getByRole('alert')).toHaveText('Total file size exceeds 100 MB.')
  await expect(files(form)).toHaveCount(0)

  await fileInput(form).setInputFiles([text('labs.txt'), text('history.txt')])
  await expect(form.getByRole('alert')).toHaveCount(0)
  await expect(form).toContainText('2 of 5 files')
  await expectAccessible(page, '[role=dialog]')

  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await openForm(page)
  await expect(files(form)).toHaveCount(2)
  await button(form, 'Remove labs.txt').click()
  await expect(files(form)).toHaveText([/history\.txt/u])

  await waitForDeliberatePress(page)
  await button(form, 'Cancel').click()
  await expect(form).toBeHidden()
  await openForm(page)
  await expect(files(form)).toHaveCount(0)
})

test('an upload shows its progress and is stopped, a draft keeps its files over a reload', async ({
  page,
  records,
}) => {
  const studyId = await createStudy(records)
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  const form = await openForm(page)
  await field(form, 'Complaint').fill('Cough')
  await field(form, 'Birth date').fill('2019-05-06')
  await fileInput(form).setInputFiles([text('labs.txt'), text('history.txt')])

  await test.step('the upload is stopped, and nothing is lost', async () => {
    // The request is never answered.
    await page.route('**/radcase/submitCase', () => undefined)
    await button(form, 'Submit').click()
    await expect(form.getByRole('progressbar')).toBeVisible()
    await waitForDeliberatePress(page)
    await button(form, 'Stop').click()
    await expect(form.getByRole('alert')).toHaveText(
      'The upload was stopped. Nothing that you typed is lost.',
    )
    await page.unroute('**/radcase/submitCase')
    await expect(field(form, 'Complaint')).toHaveValue('Cough')
    await expect(files(form)).toHaveCount(2)
  })

  await test.step('the saved draft has the files after a reload', async () => {
    await waitForDeliberatePress(page)
    await button(form, 'Save').click()
    await expect(toast(page, 'The draft is saved.')).toBeVisible()
    await page.reload()
    await openForm(page)
    await expect(files(form)).toHaveText([/labs\.txt.*saved/u, /history\.txt.*saved/u])
    await fileInput(form).setInputFiles([1, 2, 3, 4].map((one) => text(`${String(one)}.txt`)))
    await expect(form.getByRole('alert')).toHaveText('You can only upload a maximum of 5 files.')
  })

  await test.step('a file of the draft is removed, and the draft can still be saved', async () => {
    await waitForDeliberatePress(page)
    await button(form, 'Remove labs.txt').click()
    await expect(files(form)).toHaveText([/history\.txt.*saved/u])
    await field(form, 'Duration').fill('Two days')
    await waitForDeliberatePress(page)
    await button(form, 'Save').click()
    await expect(form).toBeHidden()
    await page.reload()
    await openForm(page)
    await expect(field(form, 'Duration')).toHaveValue('Two days')
    await expect(files(form)).toHaveText([/history\.txt.*saved/u])
  })

  await test.step('a deleted draft is gone', async () => {
    const { body } = await records.api<{ id: number }[]>(
      'GET',
      `radcase/getByStudy/${String(studyId)}`,
    )
    const draftId = body[0]?.id ?? 0
    const { status } = await records.api('DELETE', `radcase/deletecase/${String(draftId)}`)
    expect(status).toBeLessThan(300)
    await page.reload()
    await openForm(page)
    await expect(field(form, 'Complaint')).toHaveValue('')
    await expect(files(form)).toHaveCount(0)
  })
})
