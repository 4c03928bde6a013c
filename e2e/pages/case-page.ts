import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import type { ClinicFixture } from '../support/clinic-fixture.ts'
import { createApi, signInAs } from '../support/clinic-fixture.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { getToken } from '../support/fixtures.ts'
import type { createTranslator, Language } from '../support/i18n-texts.ts'
import { servers } from '../support/servers.ts'
import { storeStudy } from './viewer-page.ts'

type Translate = ReturnType<typeof createTranslator>

async function requireBody<Body>(
  response: Promise<{ readonly status: number; readonly body: Body }>,
): Promise<Body> {
  const { status, body } = await response
  if (status >= 300) throw new Error(`${String(status)} ${JSON.stringify(body)}`)
  return body
}

/** Submits a case with two radiographs through the API, as the clinic's form does. */
export async function submitCase(records: ClinicRecords, details: object = {}): Promise<number> {
  const { studyId, imageIds } = await storeStudy(records, 2)
  const { api, clinic } = records
  const doctor = { firstName: 'Anne', lastName: 'Tremblay', clinicId: clinic.id, role: 1 }
  const { id: doctorId } = await requireBody(
    api<{ id: number }>('POST', 'clinicprofile', { ...doctor, isActive: true }),
  )
  const breeds = await requireBody(api<{ id: number }[]>('GET', 'breed'))
  const form = new FormData()
  form.set(
    'model',
    JSON.stringify({
      studyId,
      referringVeterinarianId: doctorId,
      patientName: 'Rex',
      breedId: breeds[0]?.id,
      speciesId: 1,
      modality: 'XRay',
      birthDate: '2020-05-01',
      sex: true,
      weight: 31.5,
      ownerName: 'Ada Keller',
      phone: '514 555 0100',
      clinicHistory: 'Coughing for two weeks.',
      studyTypes: 'Thorax',
      priority: '6 Hours',
      ...details,
    }),
  )
  form.set('imageIds', JSON.stringify(imageIds))
  form.set('key', randomUUID())
  const reply = await fetch(`${servers.local.api}radcase/submitCase`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await getToken('local', clinic.admin)}` },
    body: form,
  })
  if (!reply.ok) throw new Error(`${String(reply.status)} ${await reply.text()}`)
  return ((await reply.json()) as { id: number }).id
}

/** A radiologist who exists only in this test, with functions that act for them. */
export async function createRadiologist(
  { clinic }: ClinicRecords,
  { createUser }: Pick<ClinicFixture, 'createUser'>,
  name = 'rad',
) {
  const { id, username } = await createUser(
    clinic,
    name,
    { radiologistCase: true },
    { firstName: 'Rachel', lastName: 'Dunmore' },
  )
  const api = await createApi(username)
  return { id, username, api }
}

/** Takes a case through the API. */
export async function takeCase(username: string, userId: number, caseId: number) {
  const form = new FormData()
  form.set('caseId', JSON.stringify(caseId))
  form.set('radiologistId', JSON.stringify(userId))
  const reply = await fetch(`${servers.local.api}radcase/take`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await getToken('local', username)}` },
    body: form,
  })
  if (!reply.ok) throw new Error(`${String(reply.status)} ${await reply.text()}`)
}

/** Opens a page of another user in a browser of its own. */
export async function openAs(
  browser: Browser,
  username: string,
  language: Language,
  baseURL: string | undefined,
): Promise<Page> {
  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const page = await context.newPage()
  await signInAs(page, username, language)
  return page
}

export const findingsText = (page: Page, t: Translate) =>
  page.getByRole('textbox', { name: t('caseReading:text.findings') })

/** The state of the last change: saved, being saved, or not saved. */
export const saveState = (page: Page, t: Translate, state: 'saved' | 'conflict' | 'failed') =>
  page.getByRole('status').filter({ hasText: t(`caseReading:saved.${state}`) })
