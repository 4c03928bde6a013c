import { caseStatus } from '@talus/contract'
import type { CaseStatus, ClinicId, UserId } from '@talus/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../testing/database/test-database.ts'
import { insertRecords } from '../testing/records/clinic-records.ts'
import type { ClinicRecords } from '../testing/records/clinic-records.ts'
import { insertClinic, insertUser } from '../testing/records/clinics-and-users.ts'
import { insertListedStudy } from '../testing/records/listed-study.ts'
import { ClinicDb } from './clinic-db.ts'
import { clinicTables } from './clinic-tables.ts'
import type { OpenDatabase } from './open.ts'

let database: OpenDatabase
let offering: { readonly id: ClinicId; readonly records: ClinicRecords }
let other: { readonly id: ClinicId; readonly records: ClinicRecords }
let me: UserId
let colleague: UserId

async function addClinic(name: string) {
  const { unscopedDb } = database
  const id = await insertClinic(unscopedDb, name, { aeTitle: name.toUpperCase() })
  const staff = { username: `staff.${name}`, clinicId: id, flags: {}, passwordHash: 'none' }
  const userId = await insertUser(unscopedDb, staff)
  const records = await insertRecords(unscopedDb, id, userId)
  // A patient, a study and an image of the same study that no case refers to.
  const createdOn = '2026-02-11T10:00:00.000Z'
  await insertListedStudy(unscopedDb, { clinicId: id, userId }, { patient: 'Mia', createdOn })
  const { id: _id, ...sent } = await unscopedDb
    .selectFrom('image')
    .selectAll()
    .where('id', '=', records.imageId)
    .executeTakeFirstOrThrow()
  const unsent = { sopInstanceUID: `2.25.${id}77`, seriesInstanceUID: `2.25.${id}78` }
  await unscopedDb
    .insertInto('image')
    .values({ ...sent, ...unsent, filePath: `images/unsent-${id}` })
    .execute()
  return { id, records }
}

beforeAll(async () => {
  database = await openTestDatabase()
  const radiologist = (username: string) =>
    insertUser(database.unscopedDb, {
      username,
      clinicId: null,
      flags: { radiologistCase: true },
      passwordHash: 'none',
    })
  offering = await addClinic('Offering')
  other = await addClinic('Other')
  me = await radiologist('me')
  colleague = await radiologist('colleague')
})
afterAll(() => database.close())
beforeEach(async () => {
  await setCase(offering, caseStatus.available, null)
  await setCase(other, caseStatus.assigned, colleague)
})

const setCase = (
  { id }: { readonly id: ClinicId },
  status: CaseStatus,
  radiologistId: UserId | null,
) =>
  database.unscopedDb
    .updateTable('radCase')
    .set({ status, radiologistId, isDeleted: false })
    .where('clinicId', '=', id)
    .execute()

const openDb = (clinicIds: readonly ClinicId[] = []) =>
  new ClinicDb(database.unscopedDb, { radiologistId: me, clinicIds })

/** Tables with the record that belongs to the offered case; all other tables appear empty. */
const reachedTables = new Set([
  'radCase',
  'caseFile',
  'caseEvent',
  'caseMessage',
  'caseReportVersion',
  'caseCritical',
  'caseFeedback',
  'casePresence',
  'clinic',
  'doctor',
  'patient',
  'owner',
  'study',
  'viewerState',
  'positionCorrection',
  'series',
  'image',
  'imageHeader',
  'slice',
  'imageExposure',
  'annotationCorrection',
])

test.each(clinicTables)(
  'a radiologist reads of the table %s only what belongs to an offered case',
  async (table) => {
    const all = await database.unscopedDb.selectFrom(table).selectAll().execute()
    if (table !== 'auditEvent') expect(all.length).toBeGreaterThanOrEqual(2)
    const rows = (await openDb().selectFrom(table).selectAll().execute()) as unknown as {
      readonly id?: number
      readonly clinicId?: ClinicId
    }[]
    expect(rows.map((row) => (table === 'clinic' ? row.id : row.clinicId))).toEqual(
      reachedTables.has(table) ? [offering.id] : [],
    )
  },
)

describe.each([
  ['offered', caseStatus.available, 'nobody', 1],
  ['offered by name', caseStatus.available, 'colleague', 1],
  ['a draft', caseStatus.draft, 'nobody', 0],
  ['assigned to them', caseStatus.assigned, 'me', 1],
  ['waiting for an answer to them', caseStatus.waiting, 'me', 1],
  ['finalized by them', caseStatus.finalized, 'me', 1],
  ['cancelled after they took it', caseStatus.cancelled, 'me', 1],
  ['assigned to a colleague', caseStatus.assigned, 'colleague', 0],
  ['waiting for an answer to a colleague', caseStatus.waiting, 'colleague', 0],
  ['finalized by a colleague', caseStatus.finalized, 'colleague', 0],
  ['cancelled before it was taken', caseStatus.cancelled, 'nobody', 0],
] as const)('a case %s', (kind, status, assigned, count) => {
  test(`${count === 1 ? 'a' : 'no'} case and image is in reach if it is ${kind}`, async () => {
    const users = { nobody: null, me, colleague }
    await setCase(offering, status, users[assigned])
    for (const table of ['radCase', 'image', 'caseFile', 'patient'] as const)
      expect(await openDb().selectFrom(table).selectAll().execute()).toHaveLength(count)
  })
})

test('a deleted case is out of reach, with everything that belongs to it', async () => {
  await database.unscopedDb.updateTable('radCase').set({ isDeleted: true }).execute()
  for (const table of clinicTables)
    expect([table, await openDb().selectFrom(table).selectAll().execute()]).toEqual([table, []])
})

test('joined tables, aliases and subqueries are bounded to the case as well', async () => {
  const { studyId, imageId } = offering.records
  const joined = await openDb()
    .selectFrom('study')
    .innerJoin('image as picture', 'picture.studyId', 'study.id')
    .leftJoin('user', 'user.id', 'study.userId')
    .select(['study.id as studyId', 'picture.id as imageId', 'user.username'])
    .execute()
  expect(joined).toEqual([{ studyId, imageId, username: null }])
  const counted = await openDb()
    .selectFrom('study')
    .select((study) =>
      study
        .selectFrom('image')
        .whereRef('image.studyId', '=', 'study.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('images'),
    )
    .execute()
  expect(counted.map(({ images }) => Number(images))).toEqual([1])
})

test('an image of an earlier study that is attached to the case is in reach with its study', async () => {
  const { unscopedDb } = database
  const { records } = offering
  const earlier = await unscopedDb
    .selectFrom('study')
    .select('id')
    .where('clinicId', '=', offering.id)
    .where('id', '!=', records.studyId)
    .executeTakeFirstOrThrow()
  const moved = unscopedDb.updateTable('image').where('id', '=', records.imageId)
  await moved.set({ studyId: earlier.id }).execute()
  const studies = await openDb().selectFrom('study').select('id').orderBy('id').execute()
  expect(studies.map(({ id }) => id)).toEqual([records.studyId, earlier.id])
  await moved.set({ studyId: records.studyId }).execute()
})

test('a radiologist changes cases in reach, and no other row of a clinic', async () => {
  const db = openDb()
  const take = (clinicId: ClinicId) =>
    db
      .updateTable('radCase')
      .set({ status: caseStatus.assigned, radiologistId: me })
      .where('clinicId', '=', clinicId)
      .executeTakeFirst()
  expect((await take(offering.id)).numUpdatedRows).toBe(1n)
  expect((await take(other.id)).numUpdatedRows).toBe(0n)
  const renamed = await db.updateTable('patient').set({ name: 'Changed' }).executeTakeFirst()
  expect(renamed.numUpdatedRows).toBe(0n)
  const restated = await db.updateTable('viewerState').set({ version: 9 }).executeTakeFirst()
  expect(restated.numUpdatedRows).toBe(0n)
  for (const table of ['caseFile', 'image', 'study', 'imageHeader'] as const)
    expect((await db.deleteFrom(table).executeTakeFirst()).numDeletedRows).toBe(0n)
  const { id: clinicId } = offering
  expect(() =>
    db.insertInto('studyReport', {
      clinicId,
      studyId: offering.records.studyId,
      userId: me,
      fileName: 'a.pdf',
      filePath: 'a',
      createdOn: '2026-02-11T10:00:00.000Z',
    }),
  ).toThrow('access/other-clinic')
})

test('a radiologist adds files to a case that is assigned to them, and to no other', async () => {
  const add = (db: ClinicDb, { records: { caseId } }: typeof offering) =>
    db.insertCaseFile({
      caseId,
      fileName: 'crop.png',
      filePath: 'cases/crop',
      imageId: null,
      isFromReceiver: false,
      createdOn: '2026-02-11T10:00:00.000Z',
    })
  await expect(add(openDb(), offering)).rejects.toThrow('record/not-found')
  await expect(add(openDb(), other)).rejects.toThrow('record/not-found')
  await setCase(offering, caseStatus.assigned, me)
  const id = await openDb().transaction((db) => add(db, offering))
  const row = () => database.unscopedDb.selectFrom('caseFile').where('id', '=', id)
  expect(await row().select('clinicId').executeTakeFirst()).toEqual({ clinicId: offering.id })
  await database.unscopedDb.deleteFrom('caseFile').where('id', '=', id).execute()
  await expect(add(new ClinicDb(database.unscopedDb, [offering.id]), other)).rejects.toThrow(
    'record/not-found',
  )
})

test('a radiologist who also works at a clinic reaches all of that clinic', async () => {
  await setCase(other, caseStatus.draft, null)
  const db = openDb([other.id])
  expect(await db.selectFrom('radCase').selectAll().execute()).toHaveLength(2)
  expect(await db.selectFrom('emailConfig').select('clinicId').execute()).toEqual([
    { clinicId: other.id },
  ])
  const changed = await db.updateTable('patient').set({ description: '' }).executeTakeFirst()
  expect(changed.numUpdatedRows).toBe(2n)
  expect(() => db.within(offering.id)).toThrow('access/other-clinic')
})
