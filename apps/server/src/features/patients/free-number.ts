import type { ClinicDb } from '../../db/clinic-db.ts'
import { taken } from './patients.queries.ts'
import type { Identifier } from './patients.queries.ts'

const looksAhead = 50

/** The time in milliseconds, as the specification has it; the next one that nobody has. */
export async function freeNumber(db: ClinicDb, identifier: Identifier, now: Date): Promise<string> {
  for (let first = now.getTime(); ; first += looksAhead) {
    const numbers = Array.from({ length: looksAhead }, (_, at) => String(first + at))
    const used = await taken(db, identifier, numbers)
    const free = numbers.find((number) => !used.has(number))
    if (free !== undefined) return free
  }
}
