import { randomInt } from 'node:crypto'
import { apiOf, test as base } from './office.ts'
import type { Api, OwnClinic } from './office.ts'

interface NewPatient {
  readonly owner?: string
  readonly speciesId?: number
  readonly patientId?: string
  readonly breed?: string
}

/** A clinic of the test's own, whose books it writes itself. */
export interface ClinicDay {
  readonly clinic: OwnClinic
  readonly api: Api
  readonly owner: (name: string, details?: object) => Promise<number>
  readonly patient: (name: string, details?: NewPatient) => Promise<number>
  /** Of that day and time, UTC; without one, of now. */
  readonly study: (patientId: number, createdOn?: string) => Promise<number>
}

async function succeeded(
  answer: Promise<{ readonly status: number; readonly body: { id: number } }>,
) {
  const { status, body } = await answer
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.id
}

async function begin(clinic: OwnClinic): Promise<ClinicDay> {
  const api = await apiOf(clinic.admin)
  const owners = new Map<string, number>()
  const breeds = async (name: string) => {
    const { body } = await api<readonly { id: number; name: string }[]>('GET', 'breed')
    return body.find((breed) => breed.name === name)?.id
  }
  const owner = async (name: string, details: object = {}) => {
    const id = owners.get(name) ?? (await succeeded(api('POST', 'owner', { name, ...details })))
    owners.set(name, id)
    return id
  }
  return {
    clinic,
    api,
    owner,
    patient: async (name, { owner: ownerName = 'Ada Keller', breed, ...details } = {}) =>
      succeeded(
        api('POST', 'patient', {
          name,
          speciesId: 1,
          ownerId: await owner(ownerName),
          ...details,
          ...(breed !== undefined && { breedId: await breeds(breed) }),
        }),
      ),
    study: (patientId, createdOn) =>
      succeeded(
        api('POST', 'study', {
          patientId,
          modality: 'General',
          studyInstanceUID: `2.25.${randomInt(2 ** 47)}`,
          ...(createdOn !== undefined && { createdOn }),
        }),
      ),
  }
}

interface Equipment {
  clinicType: 'Veterinary' | 'Human'
  day: ClinicDay
}

export const test = base.extend<Equipment>({
  clinicType: ['Veterinary', { option: true }],
  day: async ({ office, clinicType }, use) => {
    await use(await begin(await office.clinic({ clinicType })))
  },
})
