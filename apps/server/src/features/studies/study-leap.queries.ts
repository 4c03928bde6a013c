import type { StudyId, StudySort } from '@talus/contract'
import { sql } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { PatientWordField } from '../../db/tables.ts'
import type { StudyFilter } from './study-filter.ts'
import { hasWords, isWithin, rowsOfWord } from './study-match.queries.ts'

/** Orders in which all studies of a patient have the same key, with the words it is made of. */
const keys = {
  patientName: { ofPatient: 'search', ofStudy: 'patientNameKey', field: 'name' },
  patientId: { ofPatient: 'patientIdKey', ofStudy: 'patientIdKey', field: 'id' },
  owner: { ofPatient: 'ownerKey', ofStudy: 'ownerKey', field: 'owner' },
  breed: { ofPatient: 'breedKey', ofStudy: 'breedKey', field: 'breed' },
} as const satisfies Partial<
  Record<StudySort, { ofPatient: string; ofStudy: string; field: PatientWordField }>
>
export type LeapSort = keyof typeof keys

export const isLeapSort = (sort: StudySort): sort is LeapSort => Object.hasOwn(keys, sort)

/** Sorted by what was searched for: all that is found may stand far from the beginning. */
export const standsTogether = (sort: StudySort, { words }: StudyFilter): boolean =>
  isLeapSort(sort) && words.some(({ fields }) => fields.includes(keys[sort].field))

/** The next keys that patients of these words have. */
async function nextKeys(
  db: ClinicDb,
  { words }: StudyFilter,
  { sort, desc, after, count }: LeapOrder & { readonly after?: string; readonly count: number },
): Promise<readonly string[]> {
  const [first, ...others] = words
  if (!first) return []
  const key = sql.ref(`patient.${keys[sort].ofPatient}`)
  const isBehind =
    after === undefined ? sql`1 = 1` : sql`${key} ${desc === '1' ? sql`<` : sql`>`} ${after}`
  const { rows } = await sql<{ readonly key: string }>`
    select distinct ${key} as "key"
    from ${rowsOfWord(db, first)} as "wordRow" cross join "patient"
    where ${sql.ref('patient.id')} = ${sql.ref('wordRow.patientId')}
      and ${isBehind} and ${hasWords('wordRow.patientId', others)}
    order by "key" ${desc === '1' ? sql`desc` : sql`asc`}
    limit ${count}`.execute(db.unscopedDb)
  return rows.map((row) => row.key)
}

interface LeapOrder {
  readonly sort: LeapSort
  readonly desc: '0' | '1'
}

/** The first studies in an order of patients, from one key that was found to the next. */
export async function leapt(
  db: ClinicDb,
  filter: StudyFilter,
  order: LeapOrder,
  wanted: number,
): Promise<readonly StudyId[]> {
  const ids: StudyId[] = []
  const key = sql.ref(`study.${keys[order.sort].ofStudy}`)
  let after: string | undefined
  while (ids.length < wanted) {
    const count = wanted - ids.length
    const found = await nextKeys(db, filter, {
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
