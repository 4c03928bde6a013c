import { ClinicId, refuse } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** The query of a request by names in lower case: attributes are its keys, so none is declared. */
export interface Query {
  readonly entries: readonly (readonly [name: string, value: string])[]
  /** Undefined if it is missing; given twice it is refused. */
  readonly one: (name: string) => string | undefined
  readonly all: (name: string) => readonly string[]
}

export function parseQuery(query: unknown): Query {
  const entries: (readonly [string, string])[] = []
  if (typeof query === 'object' && query !== null)
    for (const [name, value] of Object.entries(query))
      for (const text of Array.isArray(value) ? value : [value])
        entries.push([name, typeof text === 'string' ? text : ''])
  const all = (name: string) =>
    entries.filter(([key]) => key.toLowerCase() === name).map(([, value]) => value)
  const one = (name: string) => {
    const values = all(name)
    if (values.length > 1) refuse('request/malformed')
    return values[0]
  }
  return { entries, all, one }
}

/** The clinic that the query names, out of those in reach. */
export function parseClinicId(query: Query): ClinicId | undefined {
  const text = query.one('clinicid')
  if (text === undefined) return undefined
  const parsed = /^\d{1,10}$/u.test(text) ? ClinicId.safeParse(Number(text)) : undefined
  return parsed?.success ? parsed.data : refuse('request/malformed')
}

export function scopeToClinic(db: ClinicDb, query: Query): ClinicDb {
  const clinicId = parseClinicId(query)
  return clinicId === undefined ? db : db.within(clinicId)
}
