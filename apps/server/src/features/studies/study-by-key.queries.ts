import type { StudyId, StudySort } from '@talus/contract'
import { sql } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { PatientWordField } from '../../db/word-tables.ts'
import type { StudyFilter } from './study-filter.ts'
import { getSortColumn } from './study-order.ts'
import type { StudyOrder } from './study-order.ts'
import { hasWords, isWithin, selectWordRows } from './study-match.queries.ts'

/**
 * Sort orders in which all studies of a patient have the same key, with the search field that the
 * key is made of.
 */
const keys = {
  patientName: { ofPatient: 'search', field: 'name' },
  patientId: { ofPatient: 'patientIdKey', field: 'id' },
  owner: { ofPatient: 'ownerKey', field: 'owner' },
  breed: { ofPatient: 'breedKey', field: 'breed' },
} as const satisfies Partial<Record<StudySort, { ofPatient: string; field: PatientWordField }>>
export type PatientKeySort = keyof typeof keys

export const isPatientKeySort = (sort: StudySort): sort is PatientKeySort =>
  Object.hasOwn(keys, sort)

/**
 * Whether the list is sorted by a searched field: the matches are then adjacent, but may be far
 * from the start.
 */
export const isClustered = (sort: StudySort, { words }: StudyFilter): boolean =>
  isPatientKeySort(sort) && words.some(({ fields }) => fields.includes(keys[sort].field))

/** The next sort keys of patients that match the words. */
async function findNextKeys(
  db: ClinicDb,
  { words }: StudyFilter,
  { after, count, ...order }: KeyOrder & { readonly after?: string; readonly count: number },
): Promise<readonly string[]> {
  const [first, ...others] = words
  if (!first) return []
  const { sort, desc } = order
  // The keys of breeds have the same names in both tables.
  const ofPatient = sort === 'breed' ? getSortColumn(order) : keys[sort].ofPatient
  const key = sql.ref(`patient.${ofPatient}`)
  const isAfter =
    after === undefined ? sql`1 = 1` : sql`${key} ${desc === '1' ? sql`<` : sql`>`} ${after}`
  const { rows } = await sql<{ readonly key: string }>`
    select distinct ${key} as "key"
    from ${selectWordRows(db, first)} as "wordRow" cross join "patient"
    where ${sql.ref('patient.id')} = ${sql.ref('wordRow.patientId')}
      and ${isAfter} and ${hasWords('wordRow.patientId', others)}
    order by "key" ${desc === '1' ? sql`desc` : sql`asc`}
    limit ${count}`.execute(db.unscopedDb)
  return rows.map((row) => row.key)
}

interface KeyOrder extends StudyOrder {
  readonly sort: PatientKeySort
}

/** Lists the first studies in an order of patients, one matching key after the other. */
export async function listByKey(
  db: ClinicDb,
  filter: StudyFilter,
  order: KeyOrder,
  wanted: number,
): Promise<readonly StudyId[]> {
  const ids: StudyId[] = []
  const key = sql.ref(`study.${getSortColumn(order)}`)
  let after: string | undefined
  while (ids.length < wanted) {
    const count = wanted - ids.length
    const found = await findNextKeys(db, filter, {
      ...order,
      count,
      ...(after === undefined ? {} : { after }),
    })
    for (const value of found) {
      if (ids.length >= wanted) break
      const studies = await db
        .selectFrom('study')
        .select('study.id')
        .where(sql<boolean>`${key} = ${value}`)
        .where(isWithin(filter, sql`(${sql.ref('study.createdOn')} || '')`))
        .where(hasWords('study.patientId', filter.words))
        .orderBy('study.createdOn', 'desc')
        .orderBy('study.id', 'desc')
        .limit(wanted - ids.length)
        .execute()
      ids.push(...studies.map(({ id }) => id))
    }
    after = found.at(-1)
    if (found.length < count || after === undefined) break
  }
  return ids
}
