import { foldText, noFlags } from '@talus/contract'
import type { ClinicId, DoctorId, Language, UserId } from '@talus/contract'
import type { UnscopedDb } from '../db/open.ts'
import { toInstant } from './calendar.ts'
import { clinicKeys, demoClinics } from './demo-clinics.ts'
import type { ClinicKey } from './demo-clinics.ts'
import { demoUserEntries } from './demo-users.ts'

export interface SeededClinic {
  readonly id: ClinicId
  readonly lang: Language
  readonly timeZone: string
  readonly doctorIds: readonly DoctorId[]
}
export type SeededClinics = Readonly<Record<ClinicKey, SeededClinic>>
/** By username. */
export type SeededUsers = ReadonlyMap<string, UserId>

/**
 * Looks up an id; throws if it is missing, so that a mistake in the demo's tables fails the first
 * test.
 */
export function getId<Key, Id>(ids: ReadonlyMap<Key, Id>, key: Key): Id {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The demo has no ${String(key)}`)
  return id
}

export async function seedClinics(unscopedDb: UnscopedDb, foundedOn: number) {
  const seeded = new Map<ClinicKey, SeededClinic>()
  for (const key of clinicKeys) seeded.set(key, await seedClinic(unscopedDb, key, foundedOn))
  return {
    en: getId(seeded, 'en'),
    fr: getId(seeded, 'fr'),
    human: getId(seeded, 'human'),
  } satisfies SeededClinics
}

async function seedClinic(
  unscopedDb: UnscopedDb,
  key: ClinicKey,
  foundedOn: number,
): Promise<SeededClinic> {
  const { record, domain, doctors } = demoClinics[key]
  const createdOn = toInstant(foundedOn)
  const { id } = await unscopedDb
    .insertInto('clinic')
    .values({
      ...record,
      search: foldText(
        [record.name, record.aeTitle, record.phone, `imaging@${domain}`, record.address].join(' '),
      ),
      email: `imaging@${domain}`,
      createdOn,
      isDeleted: false,
      status: 'Active',
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  const doctorIds: DoctorId[] = []
  for (const [firstName, lastName] of doctors) {
    const doctor = await unscopedDb
      .insertInto('doctor')
      .values({ firstName, lastName, clinicId: id, createdOn, role: 1, isActive: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    doctorIds.push(doctor.id)
  }
  if (record.clinicType === 'Veterinary') await seedDestinations(unscopedDb, id, key)
  return { id, lang: record.lang, timeZone: record.timeZone, doctorIds }
}

/**
 * Placeholders at which nothing listens: users of the demo enter their own archive and mail server.
 */
async function seedDestinations(unscopedDb: UnscopedDb, clinicId: ClinicId, key: ClinicKey) {
  const { archive, record, domain } = demoClinics[key]
  await unscopedDb
    .insertInto('dicomServer')
    .values({
      clinicId,
      serverName: archive,
      aeTitle: 'ARCHIVE',
      host: '127.0.0.1',
      port: 4242,
      description: record.aeTitle,
      autoSend: false,
      tls: false,
    })
    .execute()
  await unscopedDb
    .insertInto('emailConfig')
    .values({
      clinicId,
      email: `imaging@${domain}`,
      hostName: `smtp.${domain}`,
      smtpPort: 587,
      password: null,
    })
    .execute()
}

export async function seedUsers(
  unscopedDb: UnscopedDb,
  clinics: SeededClinics,
  foundedOn: number,
  /** One hash per user, in the order of the table: the equal passwords have different salts. */
  passwordHashes: readonly string[],
): Promise<SeededUsers> {
  const ids = new Map<string, UserId>()
  const hashes = new Map(passwordHashes.entries())
  for (const [index, [username, user]] of demoUserEntries.entries()) {
    const { firstName, lastName, clinic, flags, assigned = [], maxClinicCount = null } = user
    const profile = await unscopedDb
      .insertInto('permissionProfile')
      .values({
        ...noFlags,
        ...Object.fromEntries(flags.map((flag) => [flag, true])),
        status: 'Active',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await unscopedDb
      .insertInto('user')
      .values({
        username,
        usernameKey: foldText(username),
        firstName,
        lastName,
        firstNameKey: foldText(firstName),
        lastNameKey: foldText(lastName),
        search: foldText(`${firstName} ${lastName} ${username}`),
        email: `${username}@${demoClinics[clinic].domain}`,
        passwordHash: getId(hashes, index),
        tempPassword: null,
        validUntil: null,
        createdOn: toInstant(foundedOn),
        clinicId: clinics[clinic].id,
        permissionProfileId: profile.id,
        maxClinicCount,
        isDeleted: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const key of assigned)
      await unscopedDb
        .insertInto('userClinic')
        .values({ userId: id, clinicId: clinics[key].id })
        .execute()
    ids.set(username, id)
  }
  return ids
}
