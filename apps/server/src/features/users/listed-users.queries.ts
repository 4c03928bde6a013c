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

interface PageParams {
  readonly search: string
  readonly sort: keyof typeof sorts
  readonly desc: '0' | '1'
  readonly page: number
  readonly size: number
}

const selectMatching = (db: ClinicDb, search: string) =>
  db
    .selectFrom('user')
    .leftJoin('clinic', 'clinic.id', 'user.clinicId')
    .where(findWords(search, ['user.search', 'clinic.search']))

/** The database sorts and cuts the list; the permissions of the page are loaded afterwards. */
export async function page(db: ClinicDb, params: PageParams) {
  const users = await selectMatching(db, params.search)
    .selectAll('user')
    .select('clinic.name as clinicName')
    .orderBy(sorts[params.sort], params.desc === '1' ? 'desc' : 'asc')
    .orderBy('user.usernameKey')
    .limit(params.size)
    .offset(params.page * params.size)
    .execute()
  const { total } = await selectMatching(db, params.search)
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { rows: await addProfiles(db, users), total }
}

async function addProfiles<
  User extends Pick<ListedUser, 'id' | 'permissionProfileId'> & { readonly usernameKey: string },
>(db: ClinicDb, users: readonly User[]) {
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
  const secured = await findSecured(db, users)
  const signIns = await findLastSignIns(db, users)
  return users.flatMap((user) => {
    const permissionProfile = byId.get(user.permissionProfileId)
    const hasSecondFactor = secured.has(user.id)
    const lastSignIn = signIns.get(user.usernameKey) ?? null
    return permissionProfile ? [{ ...user, permissionProfile, hasSecondFactor, lastSignIn }] : []
  })
}

async function findSecured(db: ClinicDb, users: readonly Pick<ListedUser, 'id'>[]) {
  const rows = await db.unscopedDb
    .selectFrom('secondFactor')
    .select('userId')
    .where('enabledOn', 'is not', null)
    .where(
      'userId',
      'in',
      users.map(({ id }) => id),
    )
    .execute()
  return new Set(rows.map(({ userId }) => userId))
}

/** The last sign-ins of users, by the addresses from which they signed in. */
async function findLastSignIns(
  db: ClinicDb,
  users: readonly { readonly usernameKey: string }[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.unscopedDb
    .selectFrom('knownAddress')
    .select(({ fn }) => ['usernameKey', fn.max('lastUsedOn').as('lastUsedOn')])
    .where(
      'usernameKey',
      'in',
      users.map(({ usernameKey }) => usernameKey),
    )
    .groupBy('usernameKey')
    .execute()
  return new Map(rows.map(({ usernameKey, lastUsedOn }) => [usernameKey, lastUsedOn]))
}
