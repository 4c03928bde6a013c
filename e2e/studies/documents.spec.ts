import { explicitLittleEndian, writeFileHeader } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import { toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import { button, signInAs } from '../support/clinic-fixture.ts'
import { test } from '../support/clinic-records.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { dialog, expect, expectAccessible, getToken } from '../support/fixtures.ts'
import { servers } from '../support/servers.ts'

const storage = '1.2.840.10008.5.1.4.1.1'
const pdf = '%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'
const codes = (meaning: string) => [
  { CodeValue: '1', CodingSchemeDesignator: '99TEST', CodeMeaning: meaning },
]

/** Imports an object without pixels into one study of the clinic. */
async function importObject(
  { clinic }: ClinicRecords,
  sopClass: string,
  name: string,
  attributes: Attributes,
) {
  const mark = clinic.name
  const bytes = writeFileHeader(
    {
      SpecificCharacterSet: 'ISO_IR 192',
      SOPClassUID: `${storage}.${sopClass}`,
      SOPInstanceUID: toUid(`${mark} ${name}`),
      SeriesInstanceUID: toUid(`series ${mark} ${name}`),
      StudyInstanceUID: toUid(`study ${mark}`),
      SeriesDescription: name,
      PatientID: 'DOC-1',
      PatientName: 'Keller^Rex',
      ...attributes,
    },
    { transferSyntaxUid: explicitLittleEndian },
  )
  const token = await getToken('local', clinic.admin)
  const reply = await fetch(`${servers.local.api}image/import?name=${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
    body: new Uint8Array(bytes),
  })
  expect(await reply.text()).toContain('"stored"')
}

test('received documents are listed with the study, and open or say why not', async ({
  page,
  records,
  t,
}) => {
  const document = (bytes: string): Attributes => ({
    Modality: 'DOC',
    MIMETypeOfEncapsulatedDocument: 'application/pdf',
    EncapsulatedDocument: new TextEncoder().encode(bytes),
  })
  await importObject(records, '104.1', 'Laboratory', document(pdf))
  await importObject(records, '104.1', 'Disguised', document('<html><script></script></html>'))
  await importObject(records, '88.33', 'Echo', {
    Modality: 'SR',
    ValueType: 'CONTAINER',
    ConceptNameCodeSequence: codes('Echo report'),
    ContentSequence: [
      {
        RelationshipType: 'CONTAINS',
        ValueType: 'TEXT',
        ConceptNameCodeSequence: codes('Finding'),
        TextValue: 'Mild thickening <b>of the valve</b>',
      },
    ],
  })
  await signInAs(page, records.clinic.admin)
  await page.goto('studylist')
  await page.getByRole('row').filter({ hasText: 'DOC-1' }).click()
  const preview = page.getByRole('complementary', { name: t('studies:preview.title') })
  await expect(preview).toContainText(t('studies:preview.documents_other', { count: 3 }))

  await test.step('a PDF opens in a frame by a ticket, and can be downloaded', async () => {
    const shown = dialog(page, t('documents:kind.pdf'))
    const laboratory = preview.getByRole('button', { name: 'Laboratory' })
    if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
      const opened = page.waitForResponse(/document\/ticket\//u)
      await laboratory.click()
      expect((await opened).headers()['content-type']).toBe('application/pdf')
      await expect(shown.locator('iframe')).toBeVisible()
    } else {
      // A browser without a window has no PDF viewer either, and the page says so.
      await laboratory.click()
      await expect(shown).toContainText(t('documents:noPdfViewer'))
    }
    const download = page.waitForEvent('download')
    await button(shown, t('documents:savePdf')).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/u)
    await page.keyboard.press('Escape')
  })

  await test.step('a page that claims to be a PDF is not opened', async () => {
    await preview.getByRole('button', { name: 'Disguised' }).click()
    const shown = dialog(page, t('documents:kind.pdf'))
    await expect(shown).toContainText(t('documents:none.not-pdf'))
    await expect(shown.locator('iframe')).toHaveCount(0)
    const download = page.waitForEvent('download')
    await button(shown, t('documents:saveDicom')).click()
    expect((await download).suggestedFilename()).toMatch(/\.dcm$/u)
    await page.keyboard.press('Escape')
  })

  await test.step('a structured report is read as text', async () => {
    await preview.getByRole('button', { name: 'Echo' }).click()
    const shown = dialog(page, t('documents:kind.report'))
    await expect(shown).toContainText('Echo report')
    await expect(shown).toContainText('Mild thickening <b>of the valve</b>')
    await expectAccessible(page)
  })
})
