import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertClinic, insertUser } from '../testing/records/clinics-and-users.ts'
import { openTestDatabase } from '../testing/database/test-database.ts'
import { ClinicDb } from './clinic-db.ts'
import { isOneOf } from './is-one-of.ts'
import { withNamedStatements } from './named-statements.ts'
import type { OpenDatabase } from './open.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const clinicId = await insertClinic(database.unscopedDb, 'Nord', { aeTitle: 'NORD' })
  const of = { flags: {}, passwordHash: 'none' }
  await insertUser(database.unscopedDb, { ...of, username: 'ada', clinicId })
  await insertUser(database.unscopedDb, { ...of, username: 'bob', clinicId: null })
})
afterAll(() => database.close())

const everyClinic = () => new ClinicDb(database.unscopedDb, 'every-clinic')
const selectUsers = () => database.unscopedDb.selectFrom('user').select('username').orderBy('id')
const namesOf = async (query: ReturnType<typeof selectUsers>) =>
  (await query.execute()).map(({ username }) => username)

test('no row is in an empty list', async () => {
  expect(await namesOf(selectUsers().where('id', 'in', []))).toEqual([])
  expect(await namesOf(selectUsers().where('clinicId', 'in', []))).toEqual([])
  const either = selectUsers().where((eb) =>
    eb.or([eb('id', 'in', []), eb('username', '=', 'ada'), eb('username', 'in', [])]),
  )
  expect(await namesOf(either)).toEqual(['ada'])
  const bounded = everyClinic().selectFrom('user').select('user.id').where('user.id', 'in', [])
  expect(await bounded.execute()).toEqual([])
})

test('every row is outside of an empty list, also one without a value', async () => {
  expect(await namesOf(selectUsers().where('clinicId', 'not in', []))).toEqual(['ada', 'bob'])
  const negated = selectUsers().where((eb) => eb.not(eb('clinicId', 'in', [])))
  expect(await namesOf(negated)).toEqual(['ada', 'bob'])
})

test('a list with values and a subquery are compared as before', async () => {
  expect(await namesOf(selectUsers().where('username', 'in', ['bob', 'eve']))).toEqual(['bob'])
  expect(await namesOf(selectUsers().where('username', 'not in', ['bob']))).toEqual(['ada'])
  const some = selectUsers().where('clinicId', 'in', (eb) =>
    eb.selectFrom('clinic').select('clinic.id'),
  )
  expect(await namesOf(some)).toEqual(['ada'])
})

test('an update and a deletion by an empty list change nothing', async () => {
  const { numUpdatedRows } = await database.unscopedDb
    .updateTable('user')
    .set({ firstName: 'Changed' })
    .where('username', '=', 'ada')
    .where('id', 'in', [])
    .executeTakeFirstOrThrow()
  expect(numUpdatedRows).toBe(0n)
  const { numDeletedRows } = await everyClinic()
    .deleteFrom('user')
    .where('user.id', 'in', [])
    .executeTakeFirstOrThrow()
  expect(numDeletedRows).toBe(0n)
})

test('a value is selected, and the values that follow an empty list keep their places', async () => {
  const row = await selectUsers()
    .select((eb) => [eb('id', 'in', []).as('isIn'), eb('id', 'not in', []).as('isOut')])
    .where((eb) => eb(eb.fn.coalesce('clinicId', eb.val(7)), 'not in', []))
    .where('username', '=', 'bob')
    .executeTakeFirstOrThrow()
  expect([row.username, Boolean(row.isIn), Boolean(row.isOut)]).toEqual(['bob', false, true])
})

test('a query within raw SQL and a named one accept empty lists', async () => {
  const none = selectUsers().where('id', 'in', [])
  const { rows } = await sql<{ readonly found: number }>`
    select count(*) as found from ${none} as "none"`.execute(database.unscopedDb)
  expect(rows).toEqual([{ found: 0 }])
  for (let time = 0; time < 12; time += 1)
    expect(
      await withNamedStatements(database.unscopedDb)
        .selectFrom('user')
        .select('id')
        .where('id', 'in', [])
        .execute(),
    ).toEqual([])
})

test('a list in raw SQL may be empty', async () => {
  expect(await namesOf(selectUsers().where(isOneOf('user.username', ['ada'])))).toEqual(['ada'])
  expect(await namesOf(selectUsers().where(isOneOf('user.username', new Set())))).toEqual([])
  const outside = selectUsers().where(sql<boolean>`not (${isOneOf('user.id', [])})`)
  expect(await namesOf(outside)).toEqual(['ada', 'bob'])
})
