import type { Locator, Page } from '@playwright/test'
import { radiograph, uidFor } from '../apps/server/src/testing/dicom-objects.ts'
import type { ClinicDay } from './clinic-day.ts'
import { tokenOf } from './fixtures.ts'
import { dialog } from './fixtures.ts'
import { button, row } from './office.ts'
import { servers } from './servers.ts'
import type { wordsIn } from './words.ts'

type Words = ReturnType<typeof wordsIn>

interface Shown {
  readonly part: string
  readonly view: string
}

/** A file of another system, of the test's own animal and study. */
export const fileOf = (mark: string, name: string, shown: Partial<Shown> = {}) =>
  radiograph(
    `${mark} ${name}`,
    {
      StudyInstanceUID: uidFor(`study ${mark}`),
      SeriesInstanceUID: uidFor(`series ${mark}`),
      PatientName: `Keller^Rex`,
      PatientID: `X-${mark}`,
      BodyPartExamined: shown.part ?? 'CHEST',
      ViewPosition: shown.view ?? 'VD',
    },
    { rows: 120, columns: 160 },
  )

/** Images of one study of Rex, which came in by import. */
export async function importImages(day: ClinicDay, names: readonly string[], shown?: Shown) {
  const token = await tokenOf('local', day.clinic.admin)
  const ids: number[] = []
  for (const name of names) {
    const reply = await fetch(`${servers.local.api}image/import?name=${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/dicom' },
      body: new Uint8Array(fileOf(day.clinic.name, name, shown)),
    })
    const text = await reply.text()
    const { imageId } = JSON.parse(text) as { imageId?: number }
    if (imageId === undefined) throw new Error(`${name} was not imported: ${text}`)
    ids.push(imageId)
  }
  return ids
}

/** Opens a form of the images of the animal in the list. */
export async function openImageForm(page: Page, t: Words, form: string, animal = 'Rex') {
  const chosen = row(page, animal)
  if ((await chosen.getAttribute('aria-selected')) !== 'true') await chosen.click()
  await button(page, t('studies:imageForms')).click()
  const title = t(`studies:imageForm.${form}`)
  await page.getByRole('menuitem', { name: title, exact: true }).click()
  return dialog(page, title)
}

export const pictures = (place: Locator) => place.getByRole('option')
