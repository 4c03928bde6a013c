import { ClinicId } from '@talus/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRecords } from '../testing/records/clinic-records.ts'
import { insertClinic, insertUser } from '../testing/records/clinics-and-users.ts'
import { openTestDatabase } from '../testing/database/test-database.ts'
import { ClinicDb } from './clinic-db.ts'
import { prepareClinicQuery } from './prepared-clinic-query.ts'
import type { OpenDatabase } from './open.ts'

let database: OpenDatabase
const clinics: ClinicId[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  for (const name of ['Nord', 'Süd']) {
    const clinicId = await insertClinic(database.unscopedDb, name, { aeTitle: `AE_${name.length}` })
    const user = { username: name, clinicId, flags: { report: true }, passwordHash: 'none' }
    await insertRecords(database.unscopedDb, clinicId, await insertUser(database.unscopedDb, user))
    clinics.push(clinicId)
  }
})
afterAll(() => database.close())

let builds = 0
const listOwners = prepareClinicQuery(
  (db, { status }: { readonly status: 'Active' | 'Inactive' }) => {
    builds += 1
    return db.selectFrom('owner').select(['owner.clinicId']).where('owner.status', '=', status)
  },
)
const clinicsOfOwners = async (reach: ConstructorParameters<typeof ClinicDb>[1]) =>
  (await listOwners(new ClinicDb(database.unscopedDb, reach), { status: 'Active' })).map(
    ({ clinicId }) => clinicId,
  )

test('a prepared query is built once and returns the rows of the clinic of its handle', async () => {
  const [north = ClinicId.parse(1), south = ClinicId.parse(2)] = clinics
  builds = 0
  expect(new Set(await clinicsOfOwners([north]))).toEqual(new Set([north]))
  expect(new Set(await clinicsOfOwners([south]))).toEqual(new Set([south]))
  expect(builds).toBe(1)
})

test('a prepared query of a handle of several clinics returns the rows of exactly these', async () => {
  expect(new Set(await clinicsOfOwners(clinics))).toEqual(new Set(clinics))
  expect(new Set(await clinicsOfOwners('every-clinic'))).toEqual(new Set(clinics))
  expect(await clinicsOfOwners([])).toEqual([])
})
