import type { ClinicId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { indexOutdatedRecords } from '../db/listing/index.ts'
import type { UnscopedDb } from '../db/open.ts'
import { toUniqueViolation } from '../db/unique-violation.ts'
import { thisComputer } from '../features/devices/index.ts'
import { day } from './calendar.ts'
import { seedCases } from './cases.ts'
import { seedClinics, seedUsers } from './clinics-and-users.ts'
import type { ClinicKey } from './demo-clinics.ts'
import { demoPassword, demoUsernames } from './demo-users.ts'
import { toBreedKey, seedRecords } from './records.ts'
import { seedReference } from './seed-reference.ts'

export interface DemoDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly log: { readonly info: (message: string) => void }
  readonly hashPassword: (password: string) => Promise<string>
}

/** 'other data' means that the system is in use and the demo sign-ins do not exist. */
export type DemoState = 'seeded' | 'seeded before' | 'other data'

/**
 * Fills an empty database, all or nothing. If there is any clinic or user it changes nothing: users
 * with a well-known password must never appear in a system with real patients.
 */
export async function seedDemo(deps: DemoDeps): Promise<DemoState> {
  const found = await readDemoState(deps.unscopedDb)
  if (found !== 'empty') {
    if (found === 'other data')
      deps.log.info('The database is in use: no demo data and no demo sign-ins were added')
    return found
  }
  // One after another: each takes 19 MB, and the process would keep the memory of all.
  const passwordHashes: string[] = []
  for (const _username of demoUsernames) passwordHashes.push(await deps.hashPassword(demoPassword))
  const now = deps.clock().getTime()
  try {
    await deps.unscopedDb
      .transaction()
      .execute((unscopedDb) => seedEverything(unscopedDb, now, passwordHashes))
  } catch (error) {
    // Another server on the same database was faster and has inserted the same data.
    const state = toUniqueViolation(error) && (await readDemoState(deps.unscopedDb))
    if (state === 'seeded before') return state
    throw error
  }
  deps.log.info('Demo data were added: 3 clinics, 14 users, 40 owners, 80 patients, 150 studies')
  return 'seeded'
}

/** Usernames that no real user would have by chance, unlike root or rad1. */
const distinctiveUsernames = demoUsernames.filter((name) => name.includes('.'))

export async function readDemoState(unscopedDb: UnscopedDb): Promise<DemoState | 'empty'> {
  const clinic = await unscopedDb.selectFrom('clinic').select('id').limit(1).executeTakeFirst()
  const user = await unscopedDb.selectFrom('user').select('id').limit(1).executeTakeFirst()
  if (clinic === undefined && user === undefined) return 'empty'
  const ours = await unscopedDb
    .selectFrom('user')
    .select('id')
    .where('usernameKey', 'in', distinctiveUsernames)
    .limit(1)
    .executeTakeFirst()
  return ours === undefined ? 'other data' : 'seeded before'
}

const yearAndAMonth = 395 * day

async function seedEverything(
  unscopedDb: UnscopedDb,
  now: number,
  passwordHashes: readonly string[],
) {
  await seedReference({ unscopedDb })
  const stored = await unscopedDb.selectFrom('breed').select(['id', 'speciesId', 'name']).execute()
  const breedIds = new Map(
    stored.map((breed) => [toBreedKey(breed.speciesId, breed.name), breed.id]),
  )

  const foundedOn = now - yearAndAMonth
  const clinics = await seedClinics(unscopedDb, foundedOn)
  const users = await seedUsers(unscopedDb, clinics, foundedOn, passwordHashes)
  for (const { id } of Object.values(clinics)) await seedSensors(unscopedDb, id, foundedOn)

  const seed = (key: ClinicKey) =>
    seedRecords({ unscopedDb, key, clinic: clinics[key], users, breedIds, now })
  const studies = {
    en: await seed('en'),
    fr: await seed('fr'),
    human: await seed('human'),
  }
  await indexOutdatedRecords(unscopedDb)
  await seedCases({ unscopedDb, clinics, users, studies, now })
}

/** The simulated sensors of this computer's bridge, which the demo clinics share. */
async function seedSensors(unscopedDb: UnscopedDb, clinicId: ClinicId, registeredOn: number) {
  const { id: bridgeId } = await unscopedDb
    .insertInto('bridge')
    .values({
      clinicId,
      name: 'Simulator',
      xRayRoom: '1',
      identity: thisComputer,
      createdOn: new Date(registeredOn).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const simulated = { clinicId, bridgeId, name: '', brand: 'Simulator' }
  await unscopedDb
    .insertInto('sensor')
    .values([
      { ...simulated, model: 'CR1500L', modality: 'General' },
      { ...simulated, model: 'Hdr600', modality: 'Dental' },
    ])
    .execute()
}
