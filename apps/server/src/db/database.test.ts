import { ClinicId, OwnerId } from '@talus/contract'
import type { UserId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createErrorReply } from '../http/error-reply.ts'
import { insertRecords } from '../testing/records/clinic-records.ts'
import { insertClinic, insertUser } from '../testing/records/clinics-and-users.ts'
import { openTestDatabase } from '../testing/database/test-database.ts'
import { ClinicDb } from './clinic-db.ts'
import { clinicTables } from './clinic-tables.ts'
import { migrateToLatest } from './migrate.ts'
import type { OpenDatabase } from './open.ts'

let database: OpenDatabase
const clinics: ClinicId[] = []
let userId: UserId

beforeAll(async () => {
  database = await openTestDatabase()
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

const openBounded = () => new ClinicDb(database.unscopedDb, [clinics[0] ?? ClinicId.parse(1)])

test('running the migrations again changes nothing', async () => {
  await migrateToLatest(database.unscopedDb, database.engine)
  const clinicRows = await database.unscopedDb.selectFrom('clinic').select('id').execute()
  expect(clinicRows).toHaveLength(2)
})

test('booleans, numbers and JSON are read back as they were written', async () => {
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
  'a handle bounded to a clinic returns only the rows of its clinic in %s',
  async (table) => {
    const db = openBounded()
    const seen = await db.selectFrom(table).selectAll().execute()
    expect(seen.length).toBeGreaterThan(0)
    const column = table === 'clinic' ? 'id' : 'clinicId'
    expect(new Set(seen.map((row) => Reflect.get(row, column)))).toEqual(new Set([clinics[0]]))
  },
)

test('a handle bounded to a clinic updates and deletes no rows of another clinic', async () => {
  const db = openBounded()
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

test('a handle bounded to a clinic inserts no rows into another clinic', () => {
  const row = {
    clinicId: clinics[1] ?? ClinicId.parse(2),
    firstName: 'A',
    lastName: 'B',
    createdOn: '',
    role: 1,
  }
  expect(() => openBounded().insertInto('doctor', row)).toThrow('access/other-clinic')
})

test('a handle without clinics returns no rows', async () => {
  const noClinics = new ClinicDb(database.unscopedDb, [])
  expect(await noClinics.selectFrom('study').selectAll().execute()).toEqual([])
})

test('the database refuses a patient whose owner belongs to another clinic', async () => {
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

test('a violation of uniqueness is answered with the translated name of the field', async () => {
  const failure = await insertClinic(database.unscopedDb, 'Nord').catch((error: unknown) => error)
  const english = createErrorReply(failure, 'en')
  expect([english.status, english.body]).toEqual([
    409,
    {
      code: 'record/exists',
      message: 'A clinic already exists with that name',
      conflicts: ['name'],
    },
  ])
  expect(createErrorReply(failure, 'fr').body.message).not.toBe(english.body.message)
})

test('a failed transaction is rolled back', async () => {
  const db = openBounded()
  const work = db.transaction(async (db) => {
    await db.updateTable('owner').set({ address: 'half done' }).execute()
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  const rows = await db.selectFrom('owner').select('owner.address').execute()
  expect(rows).toEqual([{ address: 'changed' }])
})
