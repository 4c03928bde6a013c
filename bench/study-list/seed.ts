import type { BenchDatabase } from './engines.ts'
import { generateRecords } from './records.ts'
import type { ClinicReferences, FilledTable, Row, Sizes } from './records.ts'

const batchSize = 5000

/** Creates a clinic of this size in a database that the server has created, and returns its ID. */
export async function seed(bench: BenchDatabase, sizes: Sizes): Promise<number> {
  const [inserted] = await bench.query(
    `insert into clinic (name, search, address, phone, email, "aeTitle", "clinicType", lang, "timeZone", "createdOn")
     values ('Big', 'big', '', '', '', '', 'Veterinary', 'en', 'America/Toronto', '2016-01-01T00:00:00.000Z') returning id`,
  )
  const clinicId = Number(inserted?.id)
  const users = await bench.query(
    'select id, "usernameKey" as key from "user" order by id limit 12',
  )
  const clinic = {
    clinicId,
    users: users.map(({ id, key }) => ({ id: Number(id), key: String(key) })),
  }
  await seedStudies(bench, [clinic], sizes)
  return clinicId
}

/** Creates the studies of clinics that exist, as many in each. */
export async function seedStudies(
  bench: BenchDatabase,
  clinics: readonly Omit<ClinicReferences, 'breeds'>[],
  sizes: Sizes,
): Promise<void> {
  const found = await bench.query('select id, name, "speciesId" from breed order by id')
  const breeds = found.map(({ id, name, speciesId }) => ({
    id: Number(id),
    name: String(name),
    speciesId: Number(speciesId),
  }))
  await bench.withoutIndexes(async () => {
    const batches = new Map<FilledTable, Row[]>()
    for (const clinic of clinics)
      for (const [table, row] of generateRecords({ ...clinic, breeds }, sizes)) {
        const rows = batches.get(table) ?? []
        batches.set(table, rows)
        if (rows.push(row) < batchSize) continue
        await bench.insert(table, rows)
        batches.set(table, [])
      }
    for (const [table, rows] of batches) await bench.insert(table, rows)
  })
}
