import { ClinicId, refuse } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** The query of a request by its names in lower case: attributes are its keys, so none is declared. */
export interface Query {
  readonly entries: readonly (readonly [name: string, value: string])[]
  /** Undefined where it is not there; given twice it is refused. */
  readonly one: (name: string) => string | undefined
  readonly all: (name: string) => readonly string[]
}

export function queryOf(given: unknown): Query {
  const entries: (readonly [string, string])[] = []
  if (typeof given === 'object' && given !== null)
    for (const [name, value] of Object.entries(given))
      for (const text of Array.isArray(value) ? value : [value])
        entries.push([name, typeof text === 'string' ? text : ''])
  const all = (name: string) =>
    entries.filter(([given]) => given.toLowerCase() === name).map(([, value]) => value)
  const one = (name: string) => {
    const values = all(name)
    if (values.length > 1) refuse('request/malformed')
    return values[0]
  }
  return { entries, all, one }
}

/** A clinic that the query names, out of those in reach. */
export function namedClinic(query: Query): ClinicId | undefined {
  const text = query.one('clinicid')
  if (text === undefined) return undefined
  const parsed = /^\d{1,10}$/u.test(text) ? ClinicId.safeParse(Number(text)) : undefined
  return parsed?.success ? parsed.data : refuse('request/malformed')
}

export function scopeOf(db: ClinicDb, query: Query): ClinicDb {
  const clinicId = namedClinic(query)
  return clinicId === undefined ? db : db.within(clinicId)
}
