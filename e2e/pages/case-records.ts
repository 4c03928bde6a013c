import { randomUUID } from 'node:crypto'
import type { ClinicFixture } from '../support/clinic-fixture.ts'
import { createApi } from '../support/clinic-fixture.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { getToken } from '../support/fixtures.ts'
import { servers } from '../support/servers.ts'
import { storeStudy } from './viewer-page.ts'

async function requireBody<Body>(
  response: Promise<{ readonly status: number; readonly body: Body }>,
): Promise<Body> {
  const { status, body } = await response
  if (status >= 300) throw new Error(`${String(status)} ${JSON.stringify(body)}`)
  return body
}

async function postForm(path: string, username: string, fields: Readonly<Record<string, string>>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const reply = await fetch(`${servers.local.api}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await getToken('local', username)}` },
    body: form,
  })
  if (!reply.ok) throw new Error(`${String(reply.status)} ${await reply.text()}`)
  return (await reply.json()) as { id: number }
}

/** Submits cases of one study with two radiographs through the API, as the clinic's form does. */
export async function submitCases(
  records: ClinicRecords,
  cases: readonly object[],
): Promise<readonly number[]> {
  const { studyId, imageIds } = await storeStudy(records, 2)
  const { api, clinic } = records
  const doctor = { firstName: 'Anne', lastName: 'Tremblay', clinicId: clinic.id, role: 1 }
  const { id: referringVeterinarianId } = await requireBody(
    api<{ id: number }>('POST', 'clinicprofile', { ...doctor, isActive: true }),
  )
  const [breed] = await requireBody(api<{ id: number }[]>('GET', 'breed'))
  const ids: number[] = []
  for (const details of cases) {
    const model = {
      studyId,
      referringVeterinarianId,
      patientName: 'Rex',
      breedId: breed?.id,
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
    }
    const { id } = await postForm('radcase/submitCase', clinic.admin, {
      model: JSON.stringify(model),
      imageIds: JSON.stringify(imageIds),
      key: randomUUID(),
    })
    ids.push(id)
  }
  return ids
}

export async function submitCase(records: ClinicRecords, details: object = {}): Promise<number> {
  const [id] = await submitCases(records, [details])
  if (id === undefined) throw new Error('no case')
  return id
}

interface TestRadiologist {
  readonly id: number
  readonly username: string
}

/** A radiologist who exists only in this test, with a function that calls the API for them. */
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
  return { id, username, api: await createApi(username) }
}

/** A further radiologist, whose name is unique among all tests. */
export const createColleague = async (
  { clinic }: ClinicRecords,
  { createUser, mark }: Pick<ClinicFixture, 'createUser' | 'mark'>,
) => ({
  ...(await createUser(
    clinic,
    'colleague',
    { radiologistCase: true },
    { firstName: 'Bo', lastName: `Lind ${mark}` },
  )),
  name: `Bo Lind ${mark}`,
})

/** Takes a case through the API. */
export const takeCase = ({ id, username }: TestRadiologist, caseId: number) =>
  postForm('radcase/take', username, {
    caseId: JSON.stringify(caseId),
    radiologistId: JSON.stringify(id),
  })

/** Takes a case and reports it through the API. */
export async function finalizeCase(radiologist: TestRadiologist, caseId: number) {
  await takeCase(radiologist, caseId)
  await postForm('radcase/radiologistSubmit', radiologist.username, {
    caseId: String(caseId),
    findings: 'The heart is normal.',
    interpretation: 'Normal thorax.',
    internalMedicineRecommandations: '',
    signature: 'R. Dunmore',
  })
}

/** A PNG picture of one pixel. */
export const dotPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
