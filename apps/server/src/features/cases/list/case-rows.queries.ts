import type { CaseId, CaseStatus, ClinicId, ImageId, Reach } from '@talus/contract'
import { caseStatus, isCaseReach, limits } from '@talus/contract'
import type { caseSorts } from '@talus/contract'
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isOneOf } from '../../../db/is-one-of.ts'
import { isSqlite } from '../../../db/is-sqlite.ts'
import type { UnscopedDb } from '../../../db/open.ts'

/** A word of a search with the clinics whose names contain it. */
export interface SearchWord {
  readonly word: string
  readonly clinicIds: readonly ClinicId[]
}

export interface RowFilter {
  readonly reach: Reach
  readonly status?: CaseStatus | undefined
  readonly clinicId?: ClinicId | undefined
  readonly words?: readonly SearchWord[]
  /** Deleted cases are shown to users who may delete them. */
  readonly withDeleted?: boolean
}

const column = (name: string) => sql.ref(`radCase.${name}`)

/**
 * The rows of cases that a user may know of: those of their clinics, and for a radiologist every case
 * that was offered. What a row shows of them is decided in `case-rows.service.ts`.
 */
export function isKnown(reach: Reach): RawBuilder<boolean> {
  if (reach === 'every-clinic') return sql`1 = 1`
  const clinicIds = isCaseReach(reach) ? reach.clinicIds : reach
  const ofClinics = isOneOf('radCase.clinicId', clinicIds)
  if (!isCaseReach(reach)) return ofClinics
  const isOffered = sql<boolean>`(${column('status')} <> ${caseStatus.draft} and not ${column('isDeleted')})`
  return clinicIds.length === 0 ? isOffered : sql`(${ofClinics} or ${isOffered})`
}

/**
 * Whether a folded text contains a word, also inside of another word. SQLite's `like` would
 * also fold capitals, which the text has no more. The backslash is PostgreSQL's escape character
 * anyway; an `escape` clause would convert the pattern again for each row of a kept plan.
 */
function contains(unscopedDb: UnscopedDb, text: RawBuilder<unknown>, word: string) {
  if (isSqlite(unscopedDb)) return sql<boolean>`instr(${text}, ${word}) > 0`
  const pattern = `%${word.replace(/[\\%_]/gu, (one) => `\\${one}`)}%`
  return sql<boolean>`${text} like ${pattern}`
}

/**
 * Finds the clinics of the words before the cases are compared: as a condition of the cases, their
 * names would be looked up for each of 50,000 rows, which takes as long as comparing the texts.
 */
export async function findWordClinics(
  unscopedDb: UnscopedDb,
  words: readonly string[],
): Promise<readonly SearchWord[]> {
  if (words.length === 0) return []
  const clinics = await unscopedDb
    .selectFrom('clinic')
    .select(['clinic.id', 'clinic.search'])
    .where((eb) => eb.or(words.map((word) => contains(unscopedDb, sql.ref('clinic.search'), word))))
    .execute()
  return words.map((word) => ({
    word,
    clinicIds: clinics.filter(({ search }) => search.includes(word)).map(({ id }) => id),
  }))
}

function matchWord(unscopedDb: UnscopedDb, { word, clinicIds }: SearchWord): RawBuilder<boolean> {
  const digits = /^(?:vwr-case-)?(\d{1,9})$/u.exec(word)?.[1]
  const conditions = [contains(unscopedDb, column('searchText'), word)]
  if (digits !== undefined)
    conditions.push(sql`${column('id')} = ${Number(digits) - limits.caseNumberOffset}`)
  if (clinicIds.length > 0) conditions.push(isOneOf('radCase.clinicId', clinicIds))
  return sql`(${sql.join(conditions, sql` or `)})`
}

/**
 * Databases compare the words in this order, and stop at the first that a row lacks: numbers and
 * long words are rarer.
 */
const sortByRarity = (words: readonly SearchWord[]): readonly SearchWord[] =>
  words.toSorted(
    ({ word: one }, { word: other }) =>
      Number(/\d/u.test(other)) - Number(/\d/u.test(one)) || other.length - one.length,
  )

const selectKnown = (unscopedDb: UnscopedDb, filter: RowFilter) => {
  let query = unscopedDb.selectFrom('radCase').where(isKnown(filter.reach))
  if (!filter.withDeleted) query = query.where('radCase.isDeleted', '=', false)
  if (filter.status !== undefined) query = query.where('radCase.status', '=', filter.status)
  if (filter.clinicId !== undefined) query = query.where('radCase.clinicId', '=', filter.clinicId)
  for (const word of sortByRarity(filter.words ?? []))
    query = query.where(matchWord(unscopedDb, word))
  return query
}

export interface RowOrder {
  readonly sort: (typeof caseSorts)[number]
  readonly desc: boolean
  readonly offset: number
  readonly limit: number
}

const priorityRank = sql`case ${column('priority')} when 'Urgent' then 0 when '6 Hours' then 1 else 2 end`

export async function listIds(
  unscopedDb: UnscopedDb,
  filter: RowFilter,
  { sort, desc, offset, limit }: RowOrder,
): Promise<readonly CaseId[]> {
  const direction = desc ? sql`desc` : sql`asc`
  const [due, submit, id] = [column('dueOn'), column('submitOn'), column('id')]
  const orders = {
    due: sql`${due} ${direction}, ${id} ${direction}`,
    submitOn: sql`${submit} ${direction}, ${id} ${direction}`,
    patientName: sql`${column('searchText')} ${direction}, ${id} ${direction}`,
    priority: sql`${priorityRank} ${direction}, ${due}, ${id}`,
    caseNumber: sql`${id} ${direction}`,
  }
  const rows = await selectKnown(unscopedDb, filter)
    .select('radCase.id')
    .orderBy(orders[sort])
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => row.id)
}

/** Counts at most one row more than `limits.countedRows`. */
export async function countRows(unscopedDb: UnscopedDb, filter: RowFilter): Promise<number> {
  const { count } = await unscopedDb
    .selectFrom(
      selectKnown(unscopedDb, filter)
        .select('radCase.id')
        .limit(limits.countedRows + 1)
        .as('found'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const countByStatus = (unscopedDb: UnscopedDb, reach: Reach) =>
  unscopedDb
    .selectFrom('radCase')
    .select(({ fn }) => ['radCase.status', fn.countAll<number>().as('count')])
    .where(isKnown(reach))
    .where('radCase.isDeleted', '=', false)
    .groupBy('radCase.status')
    .orderBy('radCase.status')
    .execute()

/**
 * The rows with the names that a list shows, in the order of the ids. Names of users are found by a
 * query of their own: with two joins more PostgreSQL plans longer than it reads.
 */
export async function findRows(unscopedDb: UnscopedDb, ids: readonly CaseId[]) {
  if (ids.length === 0) return []
  const rows = await unscopedDb
    .selectFrom('radCase')
    .innerJoin('clinic', 'clinic.id', 'radCase.clinicId')
    .leftJoin('doctor', 'doctor.id', 'radCase.referringVeterinarianId')
    .leftJoin('breed', 'breed.id', 'radCase.breedId')
    .leftJoin('study', 'study.id', 'radCase.studyId')
    .leftJoin('patient', 'patient.id', 'study.patientId')
    .selectAll('radCase')
    .select([
      'clinic.name as clinicName',
      'doctor.firstName as doctorFirstName',
      'doctor.lastName as doctorLastName',
      'breed.name as breed',
      'patient.patientId as registeredId',
      'patient.name as registeredName',
      'patient.speciesId as registeredSpeciesId',
      'patient.sex as registeredSex',
      'patient.birthDate as registeredBirthDate',
    ])
    .where('radCase.id', 'in', [...ids])
    .execute()
  const order = new Map(ids.map((id, index) => [id, index]))
  return rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0))
}

interface AttachedIds {
  readonly imageIds: ImageId[]
  readonly reportIds: ImageId[]
}

/** The images and the reports of the archive that are attached to each case. */
export async function listAttachedIds(
  unscopedDb: UnscopedDb,
  caseIds: readonly CaseId[],
): Promise<(caseId: CaseId) => AttachedIds> {
  const found = new Map<CaseId, AttachedIds>()
  const getIds = (caseId: CaseId) => found.get(caseId) ?? { imageIds: [], reportIds: [] }
  if (caseIds.length === 0) return getIds
  const rows = await unscopedDb
    .selectFrom('caseFile')
    .innerJoin('image', 'image.id', 'caseFile.imageId')
    .select(['caseFile.caseId', 'image.id', 'image.hasPixels'])
    .where('caseFile.caseId', 'in', [...caseIds])
    .orderBy('caseFile.id')
    .execute()
  for (const { caseId, id, hasPixels } of rows) {
    const ids = getIds(caseId)
    ids[hasPixels ? 'imageIds' : 'reportIds'].push(id)
    found.set(caseId, ids)
  }
  return getIds
}

export const findExtras = (unscopedDb: UnscopedDb, id: CaseId) =>
  unscopedDb
    .selectFrom('radCase')
    .innerJoin('user as requester', 'requester.id', 'radCase.requesterId')
    .leftJoin('owner', 'owner.id', 'radCase.ownerId')
    .select(['owner.email as ownerEmail', 'radCase.requesterId'])
    .where('radCase.id', '=', id)
    .executeTakeFirstOrThrow()
