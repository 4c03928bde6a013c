import { ClinicId, OwnerId } from '@talus/contract'
import type { UserId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replyTo } from '../http/error-reply.ts'
import { insertRecords } from '../testing/clinic-records.ts'
import { insertClinic, insertUser } from '../testing/people.ts'
import { testDatabase } from '../testing/test-database.ts'
import { ClinicDb, clinicTables } from './clinic-db.ts'
import { migrateToLatest } from './migrate.ts'
import type { OpenDatabase } from './open.ts'

let database: OpenDatabase
const clinics: ClinicId[] = []
let userId: UserId

beforeAll(async () => {
  database = await testDatabase()
  for (const name of ['Nord', 'Süd']) {
    const clinicId = await insertClinic(database.unscopedDb, name, {
      aeTitle: `AE_${name.length}_${clinics.length}`,
    })
    userId = await insertUser(database.unscopedDb, {
      username: `staff.${name}`,
      clinicId,
      flags: { report: true },
      passwordHash: 'none',
    })
    await insertRecords(database.unscopedDb, clinicId, userId)
    await new ClinicDb(database.unscopedDb, [clinicId]).journal({
      at: '2026-01-01T00:00:00.000Z',
      userId,
      username: name,
      clinicId,
      action: 'test',
      entityId: null,
      subject: name,
      search: '',
      before: null,
      after: JSON.stringify({ name }),
      address: '',
    })
    clinics.push(clinicId)
  }
})
afterAll(() => database.close())

const bounded = () => new ClinicDb(database.unscopedDb, [clinics[0] ?? ClinicId.parse(1)])

test('migrating again changes nothing', async () => {
  await migrateToLatest(database.unscopedDb, database.engine)
  const clinicRows = await database.unscopedDb.selectFrom('clinic').select('id').execute()
  expect(clinicRows).toHaveLength(2)
})

test('booleans, numbers and JSON come back as what they went in as', async () => {
  const [row] = await database.unscopedDb
    .insertInto('job')
    .values({
      kind: 'test',
      payload: JSON.stringify({ list: [1, { deep: 'é' }] }),
      state: 'waiting',
      runAfter: '2026-01-01T00:00:00.000Z',
      claimedUntil: null,
      lastError: null,
      createdOn: '2026-01-01T00:00:00.000Z',
      finishedOn: null,
      uniqueKey: null,
    })
    .returningAll()
    .execute()
  expect(row).toMatchObject({ payload: { list: [1, { deep: 'é' }] }, attempts: 0 })
  const profile = await database.unscopedDb
    .selectFrom('permissionProfile')
    .selectAll()
    .where('report', '=', true)
    .executeTakeFirstOrThrow()
  expect([profile.report, profile.root, typeof profile.id]).toEqual([true, false, 'number'])
})

test.each(clinicTables)(
  'a bounded handle sees the rows of its clinic in %s and no others',
  async (table) => {
    const db = bounded()
    const seen = await db.selectFrom(table).selectAll().execute()
    expect(seen.length).toBeGreaterThan(0)
    const column = table === 'clinic' ? 'id' : 'clinicId'
    expect(new Set(seen.map((row) => Reflect.get(row, column)))).toEqual(new Set([clinics[0]]))
  },
)

test('a bounded handle changes and deletes nothing of another clinic', async () => {
  const db = bounded()
  await db.updateTable('owner').set({ address: 'changed' }).execute()
  await db.deleteFrom('emailConfig').execute()
  const owners = await database.unscopedDb
    .selectFrom('owner')
    .select(['clinicId', 'address'])
    .orderBy('clinicId')
    .execute()
  expect(owners.map(({ address }) => address)).toEqual(['changed', ''])
  expect(await database.unscopedDb.selectFrom('emailConfig').select('clinicId').execute()).toEqual([
    { clinicId: clinics[1] },
  ])
})

test('a bounded handle inserts nothing into another clinic', () => {
  const row = {
    clinicId: clinics[1] ?? ClinicId.parse(2),
    firstName: 'A',
    lastName: 'B',
    createdOn: '',
    role: 1,
  }
  expect(() => bounded().insertInto('doctor', row)).toThrow('access/other-clinic')
})

test('a handle without any clinic sees nothing', async () => {
  const nobody = new ClinicDb(database.unscopedDb, [])
  expect(await nobody.selectFrom('study').selectAll().execute()).toEqual([])
})

test('the database refuses a patient whose owner is of another clinic', async () => {
  const [first, second] = await database.unscopedDb
    .selectFrom('owner')
    .selectAll()
    .orderBy('clinicId')
    .execute()
  const patients = database.unscopedDb
    .updateTable('patient')
    .where('clinicId', '=', first?.clinicId ?? ClinicId.parse(1))
  await expect(patients.set({ ownerId: second?.id ?? OwnerId.parse(1) }).execute()).rejects.toThrow(
    /foreign key/iu,
  )
})

test('a taken field is named in words', async () => {
  const failure = await insertClinic(database.unscopedDb, 'Nord').catch((error: unknown) => error)
  const english = replyTo(failure, 'en')
  expect([english.status, english.body]).toEqual([
    409,
    {
      code: 'record/exists',
      message: 'A clinic already exists with that name',
      conflicts: ['name'],
    },
  ])
  expect(replyTo(failure, 'fr').body.message).not.toBe(english.body.message)
})

test('a transaction that fails leaves nothing behind', async () => {
  const db = bounded()
  const work = db.transaction(async (db) => {
    await db.updateTable('owner').set({ address: 'half done' }).execute()
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  const rows = await db.selectFrom('owner').select('owner.address').execute()
  expect(rows).toEqual([{ address: 'changed' }])
})
