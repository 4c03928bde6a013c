import type { CaseStatus, ClinicId, UserId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEmptyDatabase } from '../testing/database/test-database.ts'
import { insertClinic, insertUser } from '../testing/records/clinics-and-users.ts'
import { migrateTo, migrateToLatest } from './migrate.ts'
import type { OpenDatabase } from './open.ts'

let database: OpenDatabase
let clinicId: ClinicId
let doctorId: UserId
let radiologistId: UserId

const submitOn = '2026-03-01T10:00:00.000Z'
const texts = {
  findings: 'A nodule',
  interpretation: 'Benign',
  internalMedicineRecommandations: 'None',
  signature: 'R. Reader',
}

async function insertCase(status: CaseStatus, change: object = {}): Promise<number> {
  const { id } = await database.unscopedDb
    .insertInto('radCase')
    .values({
      status,
      studyId: null,
      patientId: null,
      ownerId: null,
      clinicId,
      breedId: null,
      referringVeterinarianId: null,
      requesterId: doctorId,
      radiologistId: status >= 2 ? radiologistId : null,
      patientName: 'Rex',
      ownerName: '',
      phone: '',
      address: '',
      speciesId: null,
      sex: null,
      neutered: false,
      spayed: false,
      weight: null,
      weightUnit: 'Kg',
      birthDate: null,
      clinicHistory: '',
      additionalNotes: '',
      studyTypes: '',
      modality: 'XRay',
      priority: '6 Hours',
      ...texts,
      notes: '',
      createdOn: '2026-03-01T09:00:00.000Z',
      submitOn: status === 0 ? null : submitOn,
      isDeleted: false,
      requestMoreInfoMessage: '',
      ...change,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const ids: Partial<Record<CaseStatus, number>> = {}
let textless = 0

/** A database of the version before consult cases had a history, then migrated. */
beforeAll(async () => {
  database = await openEmptyDatabase()
  const { unscopedDb, engine } = database
  await migrateTo(unscopedDb, engine, '0044-received-sides')
  clinicId = await insertClinic(unscopedDb, 'Earlier')
  const add = (username: string, clinic: ClinicId | null) =>
    insertUser(unscopedDb, { username, clinicId: clinic, flags: {}, passwordHash: '-' })
  doctorId = await add('doctor', clinicId)
  radiologistId = await add('reader', null)
  for (const status of [0, 1, 2, 3, 4, 5] as const) ids[status] = await insertCase(status)
  textless = await insertCase(2, { findings: '', interpretation: '' })
  await migrateToLatest(unscopedDb, engine)
})
afterAll(() => database.close())

const find = (status: CaseStatus) =>
  database.unscopedDb
    .selectFrom('radCase')
    .selectAll()
    .where('id', '=', (ids[status] ?? 0) as never)
    .executeTakeFirstOrThrow()

test('earlier cases get a due time from their priority, and no notices about the past', async () => {
  expect(await find(0)).toMatchObject({ dueOn: null, version: 1, isTest: false, pausedSince: null })
  for (const status of [1, 2, 3, 4, 5] as const)
    expect(await find(status)).toMatchObject({ dueOn: '2026-03-01T16:00:00.000Z', dueNotice: 2 })
  expect((await find(3)).pausedSince).toBe(submitOn)
})

test('the texts of an earlier report become its first version, and stay in the case', async () => {
  expect(await find(4)).toMatchObject({ ...texts, reportVersion: 1 })
  expect(
    await database.unscopedDb.selectFrom('caseReportVersion').selectAll().execute(),
  ).toMatchObject([
    { caseId: ids[4], version: 1, ...texts, authorId: radiologistId, createdOn: submitOn },
  ])
})

test('unfinished texts of an earlier case become the draft of its radiologist alone', async () => {
  for (const status of [1, 2, 3] as const)
    expect(await find(status)).toMatchObject({ findings: '', signature: '', reportVersion: 0 })
  const drafts = await database.unscopedDb.selectFrom('caseFindings').selectAll().execute()
  expect(drafts.map(({ caseId }) => caseId)).not.toContain(textless)
  expect(drafts.filter(({ caseId }) => caseId === ids[2])).toMatchObject([
    { userId: radiologistId, version: 1, ...texts },
  ])
})
