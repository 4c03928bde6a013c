import type { ClinicFixture } from '../support/clinic-fixture.ts'
import type { ClinicRecords } from '../support/clinic-records.ts'
import { getToken } from '../support/fixtures.ts'
import { servers } from '../support/servers.ts'
import { submitCase, takeCase } from './case-page.ts'

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

interface StoredCase {
  readonly studyId: number
  readonly referringVeterinarianId: number
  readonly breedId: number
  readonly imageIds: readonly number[]
}

/** Submits several cases of one study through the API; their images are stored only once. */
export async function submitCases(
  records: ClinicRecords,
  [first = {}, ...others]: readonly object[],
): Promise<readonly number[]> {
  const firstId = await submitCase(records, first)
  const { body } = await records.api<StoredCase>('GET', `radcase/${String(firstId)}`)
  const { studyId, referringVeterinarianId, breedId, imageIds } = body
  const ids = [firstId]
  for (const details of others) {
    const model = {
      studyId,
      referringVeterinarianId,
      patientName: 'Rex',
      breedId,
      speciesId: 1,
      modality: 'XRay',
      birthDate: '2020-05-01',
      sex: true,
      studyTypes: 'Thorax',
      priority: '6 Hours',
      ...details,
    }
    const { id } = await postForm('radcase/submitCase', records.clinic.admin, {
      model: JSON.stringify(model),
      imageIds: JSON.stringify(imageIds),
    })
    ids.push(id)
  }
  return ids
}

interface TestRadiologist {
  readonly id: number
  readonly username: string
}

/** Takes a case and reports it through the API. */
export async function finalizeCase({ id, username }: TestRadiologist, caseId: number) {
  await takeCase(username, id, caseId)
  await postForm('radcase/radiologistSubmit', username, {
    caseId: String(caseId),
    findings: 'The heart is normal.',
    interpretation: 'Normal thorax.',
    internalMedicineRecommandations: '',
    signature: 'R. Dunmore',
  })
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
