import type { BenchDatabase } from './engines.ts'
import { generateRecords } from './records.ts'
import type { FilledTable, Row, Sizes } from './records.ts'

const batchSize = 5000

/** Creates a clinic of this size in a database that the server has created, and returns its ID. */
export async function seed(bench: BenchDatabase, sizes: Sizes): Promise<number> {
  const [clinic] = await bench.query(
    `insert into clinic (name, search, address, phone, email, "aeTitle", "clinicType", lang, "timeZone", "createdOn")
     values ('Big', 'big', '', '', '', '', 'Veterinary', 'en', 'America/Toronto', '2016-01-01T00:00:00.000Z') returning id`,
  )
  const clinicId = Number(clinic?.id)
  const users = await bench.query(
    'select id, "usernameKey" as key from "user" order by id limit 12',
  )
  const breeds = await bench.query('select id, name, "speciesId" from breed order by id')
  const references = {
    clinicId,
    users: users.map(({ id, key }) => ({ id: Number(id), key: String(key) })),
    breeds: breeds.map(({ id, name, speciesId }) => ({
      id: Number(id),
      name: String(name),
      speciesId: Number(speciesId),
    })),
  }
  await bench.withoutIndexes(async () => {
    const batches = new Map<FilledTable, Row[]>()
    for (const [table, row] of generateRecords(references, sizes)) {
      const rows = batches.get(table) ?? []
      batches.set(table, rows)
      if (rows.push(row) < batchSize) continue
      await bench.insert(table, rows)
      batches.set(table, [])
    }
    for (const [table, rows] of batches) await bench.insert(table, rows)
  })
  return clinicId
}
