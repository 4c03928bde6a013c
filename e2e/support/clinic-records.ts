import { randomInt } from 'node:crypto'
import { createApi, test as base } from './clinic-fixture.ts'
import type { Api, ClinicFixture, ClinicFlow, TestClinic } from './clinic-fixture.ts'

interface NewPatient {
  readonly owner?: string
  readonly speciesId?: number
  readonly patientId?: string
  readonly breed?: string
}

/** A clinic that only this test uses, with functions that create its records through the API. */
export interface ClinicRecords {
  readonly clinic: TestClinic
  readonly api: Api
  readonly createOwner: (name: string, details?: object) => Promise<number>
  readonly createPatient: (name: string, details?: NewPatient) => Promise<number>
  /** `createdOn` is an instant in UTC; the default is now. */
  readonly createStudy: (patientId: number, createdOn?: string) => Promise<number>
}

/** The fixtures that the parts of a test use. */
export interface RecordsFlow extends ClinicFlow {
  readonly records: ClinicRecords
}

async function requireId(
  response: Promise<{ readonly status: number; readonly body: { id: number } }>,
) {
  const { status, body } = await response
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.id
}

async function createRecords(clinic: TestClinic): Promise<ClinicRecords> {
  const api = await createApi(clinic.admin)
  const owners = new Map<string, number>()
  const findBreedId = async (name: string) => {
    const { body } = await api<readonly { id: number; name: string }[]>('GET', 'breed')
    return body.find((breed) => breed.name === name)?.id
  }
  const createOwner = async (name: string, details: object = {}) => {
    const id = owners.get(name) ?? (await requireId(api('POST', 'owner', { name, ...details })))
    owners.set(name, id)
    return id
  }
  return {
    clinic,
    api,
    createOwner,
    createPatient: async (name, { owner: ownerName = 'Ada Keller', breed, ...details } = {}) =>
      requireId(
        api('POST', 'patient', {
          name,
          speciesId: 1,
          ownerId: await createOwner(ownerName),
          ...details,
          ...(breed !== undefined && { breedId: await findBreedId(breed) }),
        }),
      ),
    createStudy: (patientId, createdOn) =>
      requireId(
        api('POST', 'study', {
          patientId,
          modality: 'General',
          studyInstanceUID: `2.25.${randomInt(2 ** 47)}`,
          ...(createdOn !== undefined && { createdOn }),
        }),
      ),
  }
}

/** Another clinic, for a part of a test whose lists must not contain records of other parts. */
export const addClinic = async (clinicFixture: ClinicFixture) =>
  createRecords(await clinicFixture.createClinic())

interface Fixtures {
  clinicType: 'Veterinary' | 'Human'
  records: ClinicRecords
}

export const test = base.extend<Fixtures>({
  clinicType: ['Veterinary', { option: true }],
  records: async ({ clinicFixture, clinicType }, use) => {
    await use(await createRecords(await clinicFixture.createClinic({ clinicType })))
  },
})
