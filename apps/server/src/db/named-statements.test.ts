import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertClinic } from '../testing/records/clinics-and-users.ts'
import { openTestDatabase } from '../testing/database/test-database.ts'
import { runForRequest } from '../telemetry/request-context.ts'
import { withNamedStatements } from './named-statements.ts'
import type { OpenDatabase } from './open.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await insertClinic(database.unscopedDb, 'Nord', { aeTitle: 'NORD' })
})
afterAll(() => database.close())

const findClinics = (name: string) =>
  withNamedStatements(database.unscopedDb)
    .selectFrom('clinic')
    .selectAll()
    .where('name', '=', name)
    .execute()

const repeat = async (work: () => Promise<unknown>) => {
  for (let time = 0; time < 12; time += 1) await work()
}

test('a named query returns what it returned before it had a name', async () => {
  const first = await findClinics('Nord')
  expect(first).toHaveLength(1)
  await repeat(() => findClinics('Nord'))
  expect(await findClinics('Nord')).toEqual(first)
  expect(await findClinics('Sud')).toEqual([])
})

describe('on PostgreSQL', () => {
  beforeEach(({ skip }) => skip(database.engine !== 'postgres'))

  const listNames = async (text: string) =>
    (
      await sql<{ readonly name: string }>`
        select name from pg_prepared_statements where statement like ${`%${text}%`}`.execute(
        database.unscopedDb,
      )
    ).rows

  const countClinics = async () =>
    (
      await sql<{ readonly count: number }>`
        select count(*) from "clinic" where "name" = ${'Nord'}`.execute(
        withNamedStatements(database.unscopedDb),
      )
    ).rows

  test('the plan of a query that runs often is kept, also of one in raw SQL', async () => {
    await repeat(countClinics)
    expect(await listNames('select count(*) from "clinic"')).toHaveLength(1)
  })

  test('a query carries the ID of its request, and a named one keeps its text', async () => {
    const readOwnText = async () =>
      (
        await sql<{ readonly query: string }>`
          select query from pg_stat_activity where pid = pg_backend_pid()`.execute(
          database.unscopedDb,
        )
      ).rows[0]?.query
    expect(await readOwnText()).not.toContain('request_id')
    const text = await runForRequest('request-4711', readOwnText)
    expect(text).toMatch(/pg_backend_pid\(\) \/\* request_id=request-4711 \*\/$/u)

    const countUsers = async () =>
      (
        await sql<{ readonly count: number }>`select count(*) as count from "user"`.execute(
          withNamedStatements(database.unscopedDb),
        )
      ).rows
    await repeat(() => runForRequest('request-4712', countUsers))
    const plans = await listNames('select count(*) as count from "user"')
    expect(plans).toHaveLength(1)
    expect(await listNames('request-4712')).toEqual([])
  })

  test('queries of more shapes than there are names still answer', async () => {
    for (let shape = 1; shape < 120; shape += 1)
      await repeat(() =>
        sql`select ${sql.raw(String(shape))} as "shape"`.execute(
          withNamedStatements(database.unscopedDb),
        ),
      )
    expect((await listNames('as "shape"')).length).toBeLessThanOrEqual(100)
  })

  test('a query within a transaction has no name', async () => {
    await repeat(() =>
      database.unscopedDb
        .transaction()
        .execute((unscopedDb) =>
          sql`select 'in a transaction'`.execute(withNamedStatements(unscopedDb)),
        ),
    )
    expect(await listNames(`select 'in a transaction'`)).toEqual([])
  })

  test('a named query answers after a migration has changed its columns', async () => {
    await repeat(() => findClinics('Nord'))
    await sql`alter table "clinic" add column "added" integer default 7`.execute(
      database.unscopedDb,
    )
    expect(await findClinics('Nord')).toMatchObject([{ name: 'Nord', added: 7 }])
  })

  test('a pooler that hands over connections without their statements loses no query', async () => {
    await repeat(countClinics)
    await sql`deallocate all`.execute(database.unscopedDb)
    expect(await countClinics()).toEqual([{ count: 1 }])
    await repeat(countClinics)
    expect(await listNames('select count(*) from "clinic"')).toEqual([])
  })
})
