import { readFileSync } from 'node:fs'
import { fileOf } from '../image-desk.ts'
import { expect } from '../fixtures.ts'
import { test } from '../own-clinic.ts'
import { openImageForm } from '../image-desk.ts'
import { button } from '../office.ts'
import { servers } from '../servers.ts'

test.use({ language: 'en' })

test('a browser saves the chosen images under the name that the server gives', async ({
  page,
  clinic,
  t,
}) => {
  for (const name of ['one', 'two']) {
    const reply = await fetch(`${servers.cloud.api}image/import?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${clinic.token}`, 'content-type': 'application/dicom' },
      body: new Uint8Array(fileOf(clinic.name, name)),
    })
    expect(await reply.text()).toContain('"stored"')
  }
  await page.goto('studylist')
  const form = await openImageForm(page, t, 'download')
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
