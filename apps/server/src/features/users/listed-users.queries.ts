import { permissionFlags } from '@talus/contract'
import type { ListedUser } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { findWords } from '../../db/find-words.ts'

const sorts = {
  username: 'user.usernameKey',
  firstName: 'user.firstNameKey',
  lastName: 'user.lastNameKey',
  createdOn: 'user.createdOn',
  clinic: 'clinic.search',
  deleted: 'user.isDeleted',
} as const

interface PageWanted {
  readonly search: string
  readonly sort: keyof typeof sorts
  readonly desc: '0' | '1'
  readonly page: number
  readonly size: number
}

const found = (db: ClinicDb, search: string) =>
  db
    .selectFrom('user')
    .leftJoin('clinic', 'clinic.id', 'user.clinicId')
    .where(findWords(search, ['user.search', 'clinic.search']))

/** Sorted and cut by the database; the permissions of the few on the page are read after that. */
export async function page(db: ClinicDb, wanted: PageWanted) {
  const users = await found(db, wanted.search)
    .selectAll('user')
    .select('clinic.name as clinicName')
    .orderBy(sorts[wanted.sort], wanted.desc === '1' ? 'desc' : 'asc')
    .orderBy('user.usernameKey')
    .limit(wanted.size)
    .offset(wanted.page * wanted.size)
    .execute()
  const { total } = await found(db, wanted.search)
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: await withProfiles(db, users), total }
}

async function withProfiles<User extends Pick<ListedUser, 'permissionProfileId'>>(
  db: ClinicDb,
  users: readonly User[],
) {
  if (users.length === 0) return []
  const profiles = await db.unscopedDb
    .selectFrom('permissionProfile')
    .select(['id', 'status', ...permissionFlags])
    .where(
      'id',
      'in',
      users.map((user) => user.permissionProfileId),
    )
    .execute()
  const byId = new Map(profiles.map((profile) => [profile.id, profile]))
  return users.flatMap((user) => {
    const permissionProfile = byId.get(user.permissionProfileId)
    return permissionProfile ? [{ ...user, permissionProfile }] : []
  })
}
