import { readFileSync } from 'node:fs'
import { createDicomFile } from '../pages/image-forms-page.ts'
import { dialog, expect } from '../support/fixtures.ts'
import { test } from '../support/signed-in-clinic.ts'
import { button, row } from '../support/clinic-fixture.ts'
import { servers } from '../support/servers.ts'

test.use({ language: 'en' })

test('the browser saves the selected images under the file name from the server', async ({
  page,
  clinic,
  t,
}) => {
  for (const name of ['one', 'two']) {
    const reply = await fetch(`${servers.cloud.api}image/import?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clinic.token}`, 'content-type': 'application/dicom' },
      body: new Uint8Array(createDicomFile(clinic.name, name)),
    })
    expect(await reply.text()).toContain('"stored"')
  }
  await page.goto('studylist')
  await row(page, 'Rex').click()
  await button(page, t('studies:imageForms')).click()
  // The cloud variant has no form for correcting annotations.
  await expect(page.getByRole('menuitem')).toHaveText([
    'Send Email',
    'DICOM Send',
    'Download Images',
    'DICOM Dump',
  ])
  await page.getByRole('menuitem', { name: 'Download Images', exact: true }).click()
  const form = dialog(page, 'Download Images')
  await button(form, 'Select All').click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(form, t('imageForms:download.download')).click(),
  ])
  const name = download.suggestedFilename()
  expect(name).toMatch(/Rex.*_\d{4}-\d{2}-\d{2}_\d+\.zip$/u)
  expect(
    readFileSync(await download.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
  const saved = t('imageForms:download.saved', { name })
  await expect(page.getByRole('status').getByText(saved, { exact: true })).toBeVisible()
})
