import { foldText, noFlags } from '@talus/contract'
import type { ClinicId, PermissionFlag, UserId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'

/** The permissions of each kind of user that the specification names. */
export const userKinds = {
  root: { root: true },
  superAdmin: { superAdmin: true },
  contractSuperAdmin: { contractSuperAdmin: true },
  clinicAdmin: { clinicAdmin: true },
  operator: { operator: true },
  doctor: { doctorCase: true },
  reporter: { report: true, dicomForms: true, bulkDownload: true, advancedTools: true },
  radiologist: { radiologistCase: true },
  staff: {},
} satisfies Record<string, Partial<Record<PermissionFlag, boolean>>>
export type UserKind = keyof typeof userKinds

const createdOn = '2026-01-05T08:00:00.000Z'

export async function insertClinic(
  unscopedDb: UnscopedDb,
  name: string,
  change: { readonly email?: string; readonly aeTitle?: string; readonly lang?: 'en' | 'fr' } = {},
): Promise<ClinicId> {
  const { id } = await unscopedDb
    .insertInto('clinic')
    .values({
      name,
      search: foldText(name),
      address: '1 Test Street',
      phone: '',
      email: change.email ?? '',
      aeTitle: change.aeTitle ?? '',
      clinicType: 'Veterinary',
      lang: change.lang ?? 'en',
      timeZone: 'America/Toronto',
      createdOn,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertUser(
  unscopedDb: UnscopedDb,
  user: {
    readonly username: string
    readonly clinicId: ClinicId | null
    readonly flags: Partial<Record<PermissionFlag, boolean>>
    readonly passwordHash: string
    readonly email?: string
    readonly validUntil?: string
    readonly assigned?: readonly ClinicId[]
  },
): Promise<UserId> {
  const profile = await unscopedDb
    .insertInto('permissionProfile')
    .values({ ...noFlags, ...user.flags })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await unscopedDb
    .insertInto('user')
    .values({
      username: user.username,
      usernameKey: foldText(user.username),
      firstName: 'Test',
      lastName: user.username,
      firstNameKey: 'test',
      lastNameKey: foldText(user.username),
      search: foldText(user.username),
      email: user.email ?? '',
      passwordHash: user.passwordHash,
      tempPassword: null,
      validUntil: user.validUntil ?? null,
      createdOn,
      clinicId: user.clinicId,
      permissionProfileId: profile.id,
      maxClinicCount: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const clinicId of user.assigned ?? [])
    await unscopedDb.insertInto('userClinic').values({ userId: id, clinicId }).execute()
  return id
}
