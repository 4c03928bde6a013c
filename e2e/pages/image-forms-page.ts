import type { Locator, Page } from '@playwright/test'
import { createRadiograph, toUid } from '../../apps/server/src/testing/dicom/dicom-objects.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { getToken } from '../support/fixtures.ts'
import { dialog } from '../support/fixtures.ts'
import { button, row } from '../support/clinic-fixture.ts'
import { servers } from '../support/servers.ts'
import type { createTranslator } from '../support/i18n-texts.ts'
import { waitForDeliberatePress } from '../support/keyboard.ts'

type Translate = ReturnType<typeof createTranslator>

interface ImageAnnotation {
  readonly part: string
  readonly view: string
}

/** A DICOM file of another system; `mark` makes the patient and the study unique to the test. */
export const createDicomFile = (
  mark: string,
  name: string,
  annotation: Partial<ImageAnnotation> = {},
) =>
  createRadiograph(
    `${mark} ${name}`,
    {
      StudyInstanceUID: toUid(`study ${mark}`),
      SeriesInstanceUID: toUid(`series ${mark}`),
      PatientName: `Keller^Rex`,
      PatientID: `X-${mark}`,
      BodyPartExamined: annotation.part ?? 'CHEST',
      ViewPosition: annotation.view ?? 'VD',
    },
    { rows: 120, columns: 160 },
  )

/** Imports images into one study of the patient Rex. */
export async function importImages(
  records: ClinicRecords,
  names: readonly string[],
  annotation?: ImageAnnotation,
) {
  const token = await getToken('local', records.clinic.admin)
  const ids: number[] = []
  for (const name of names) {
    const reply = await fetch(`${servers.local.api}image/import?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
      body: new Uint8Array(createDicomFile(records.clinic.name, name, annotation)),
    })
    const text = await reply.text()
    const { imageId } = JSON.parse(text) as { imageId?: number }
    if (imageId === undefined) throw new Error(`${name} was not imported: ${text}`)
    ids.push(imageId)
  }
  return ids
}

/** Selects the study of the patient in the list, and opens one of its image forms. */
export async function openImageForm(page: Page, t: Translate, form: string, patient = 'Rex') {
  const study = row(page, patient)
  if ((await study.getAttribute('aria-selected')) !== 'true') await study.click()
  await waitForDeliberatePress(page)
  await button(page, t('studies:imageForms')).click()
  const title = t(`studies:imageForm.${form}`)
  await page.getByRole('menuitem', { name: title, exact: true }).click()
  return dialog(page, title)
}

export const imageOptions = (container: Locator) => container.getByRole('option')
