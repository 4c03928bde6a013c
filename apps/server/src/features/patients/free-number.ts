import type { ClinicDb } from '../../db/clinic-db.ts'
import { findTaken } from './patients.queries.ts'
import type { Identifier } from './patients.queries.ts'

const batchSize = 50

/**
 * The time in milliseconds, as the specification requires, or the next number that is not in use.
 */
export async function findFreeNumber(
  db: ClinicDb,
  identifier: Identifier,
  now: Date,
): Promise<string> {
  for (let first = now.getTime(); ; first += batchSize) {
    const numbers = Array.from({ length: batchSize }, (_, at) => String(first + at))
    const used = await findTaken(db, identifier, numbers)
    const free = numbers.find((number) => !used.has(number))
    if (free !== undefined) return free
  }
}
