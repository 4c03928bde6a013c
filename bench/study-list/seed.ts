import type { Bench } from './engines.ts'
import { records } from './records.ts'
import type { FilledTable, Row, Sizes } from './records.ts'

const batch = 5000

/** A clinic of the given size in a database that the server has made; returns its number. */
export async function seed(bench: Bench, sizes: Sizes): Promise<number> {
  const [clinic] = await bench.rows(
    `insert into clinic (name, search, address, phone, email, "aeTitle", "clinicType", lang, "timeZone", "createdOn")
     values ('Big', 'big', '', '', '', '', 'Veterinary', 'en', 'America/Toronto', '2016-01-01T00:00:00.000Z') returning id`,
  )
  const clinicId = Number(clinic?.id)
  const users = await bench.rows('select id, "usernameKey" as key from "user" order by id limit 12')
  const breeds = await bench.rows('select id, name, "speciesId" from breed order by id')
  const place = {
    clinicId,
    users: users.map(({ id, key }) => ({ id: Number(id), key: String(key) })),
    breeds: breeds.map(({ id, name, speciesId }) => ({
      id: Number(id),
      name: String(name),
      speciesId: Number(speciesId),
    })),
  }
  await bench.withoutIndexes(async () => {
    const waiting = new Map<FilledTable, Row[]>()
    for (const [table, row] of records(place, sizes)) {
      const rows = waiting.get(table) ?? []
      waiting.set(table, rows)
      if (rows.push(row) < batch) continue
      await bench.insert(table, rows)
      waiting.set(table, [])
    }
    for (const [table, rows] of waiting) await bench.insert(table, rows)
  })
  return clinicId
}
