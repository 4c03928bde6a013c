import type { ClinicId, DoctorId } from '@talus/contract'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { hashPassword } from '../../apps/server/src/features/auth/index.ts'
import {
  insertClinic,
  insertUser,
} from '../../apps/server/src/testing/records/clinics-and-users.ts'
import { openPostgres } from '../study-list/engines.ts'
import { seedStudies } from '../study-list/seed.ts'

/** A clinic of the simulation with its only user, and the address from which both call. */
export interface LoadClinic {
  readonly id: ClinicId
  readonly username: string
  readonly aeTitle: string
  readonly doctorId: DoctorId
  readonly address: string
}

export const loadPassword = 'Talus-load-1'
export const callingTitle = 'MODALITY'
const createdOn = '2026-01-05T08:00:00.000Z'

/** Loopback addresses, one for each clinic: limits apply to an address, as they do in a cloud. */
const createAddress = (index: number) =>
  // Other systems than Linux have one loopback address.
  process.platform === 'linux'
    ? `127.1.${Math.floor(index / 250)}.${1 + (index % 250)}`
    : '127.0.0.1'

/** Fills an empty database directly with clinics that share the number of studies. */
export async function seedClinics(
  databaseUrl: string,
  count: number,
  studies: number,
): Promise<LoadClinic[]> {
  const { unscopedDb, close } = await openDatabase({ databaseUrl, dataFolder: '' })
  const clinics: LoadClinic[] = []
  const owners = new Map<ClinicId, { readonly id: number; readonly key: string }>()
  try {
    // One hash for all: each sign-in costs as much as with a hash of its own.
    const passwordHash = await hashPassword(loadPassword)
    for (let index = 0; index < count; index += 1) {
      const [username, aeTitle] = [`load.${index}`, `LOAD_${index}`]
      const id = await insertClinic(unscopedDb, `Load ${index}`, { aeTitle })
      const flags = { clinicAdmin: true, report: true, doctorCase: true }
      const userId = await insertUser(unscopedDb, { username, clinicId: id, flags, passwordHash })
      const { id: doctorId } = await unscopedDb
        .insertInto('doctor')
        .values({ clinicId: id, createdOn, firstName: 'Load', lastName: 'Doctor', role: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
      const address = createAddress(index)
      await unscopedDb
        .insertInto('dicomDevice')
        .values({
          clinicId: id,
          aeTitle: callingTitle,
          network: address,
          mayStore: true,
          createdOn,
          lastSeenOn: null,
        })
        .execute()
      owners.set(id, { id: userId, key: username })
      clinics.push({ id, username, aeTitle, doctorId, address })
    }
  } finally {
    await close()
  }
  const each = Math.ceil(studies / count)
  const bench = await openPostgres(databaseUrl)
  try {
    await seedStudies(
      bench,
      clinics.map(({ id }, index) => ({
        clinicId: id,
        users: [owners.get(id) ?? { id: 0, key: '' }],
        firstId: 1_000_000 + index * each,
      })),
      {
        studies: each,
        patients: Math.ceil(each * 0.3),
        owners: Math.ceil(each * 0.1),
        studiesWithImages: Math.ceil(20_000 / count),
      },
    )
  } finally {
    await bench.close()
  }
  return clinics
}
