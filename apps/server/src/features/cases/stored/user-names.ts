import type { UserId } from '@talus/contract'
import type { UnscopedDb } from '../../../db/open.ts'
import { formatUserName } from './case-state.queries.ts'

/** The names of users of any clinic, for rows that the caller may read. */
export async function findUserNames(
  unscopedDb: UnscopedDb,
  ids: readonly (UserId | null)[],
): Promise<(id: UserId | null) => string> {
  const unique = [...new Set(ids.filter((id) => id !== null))]
  const users =
    unique.length === 0
      ? []
      : await unscopedDb
          .selectFrom('user')
          .select(['id', 'firstName', 'lastName', 'username'])
          .where('id', 'in', unique)
          .execute()
  const names = new Map(users.map((user) => [user.id, formatUserName(user)]))
  return (id) => (id === null ? '' : (names.get(id) ?? ''))
}
