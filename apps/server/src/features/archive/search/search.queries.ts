import type { ClinicId, PatientId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { Condition } from './keys.ts'

export interface Page {
  readonly limit: number
  readonly offset: number
}

export interface ClinicZone {
  readonly id: ClinicId
  readonly timeZone: string
}

export const listTimeZones = (db: ClinicDb): Promise<readonly ClinicZone[]> =>
  db
    .selectFrom('clinic')
    .select(['clinic.id', 'clinic.timeZone'])
    .where('clinic.isDeleted', '=', false)
    .execute()

const studyColumns = [
  'study.id',
  'study.clinicId',
  'study.createdOn',
  'study.studyInstanceUID',
  'study.accessionNumber',
  'study.description',
  'study.dicomStudyId',
  'study.referringPhysician',
  'patient.patientId as patientNumber',
  'patient.name as patientName',
  'patient.sex',
  'patient.neutered',
  'patient.birthDate',
  'patient.speciesId',
  'patient.accessionCode',
  'owner.name as ownerName',
  'patient.nameGroups as patientGroups',
  'owner.nameGroups as ownerGroups',
  'breed.name as breedName',
] as const
const seriesColumns = [
  'series.seriesInstanceUID',
  'series.modality',
  'series.seriesNumber',
  'series.description as seriesDescription',
  'series.bodyPart as seriesBodyPart',
  'series.laterality',
  'series.startedOn',
] as const

/** The table that a search starts from: the newest studies, or the few patients that match. */
export type StartTable = 'studies' | 'patients'

const patientsMax = 500

/** The patients with such a word in their names; undefined if they are too many to start from. */
export async function findPatientIds(
  db: ClinicDb,
  word: Condition,
): Promise<readonly PatientId[] | undefined> {
  const found = await db
    .selectFrom('patientWord')
    .select('patientWord.patientId')
    .distinct()
    .where('patientWord.field', 'in', ['name', 'owner'])
    .where(word)
    .limit(patientsMax + 1)
    .execute()
  return found.length > patientsMax ? undefined : found.map(({ patientId }) => patientId)
}

/** The first table decides which index a database without statistics uses. */
function selectStudies(db: ClinicDb, startTable: StartTable) {
  const both =
    startTable === 'patients'
      ? db.selectFrom('patient').innerJoin('study', 'study.patientId', 'patient.id')
      : db.selectFrom('study').innerJoin('patient', 'patient.id', 'study.patientId')
  return both
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .where('study.isDeleted', '=', false)
}

export interface SearchConditions {
  readonly startTable: StartTable
  readonly conditions: readonly Condition[]
}

export function findStudies(
  db: ClinicDb,
  { startTable, conditions }: SearchConditions,
  page: Page,
) {
  let query = selectStudies(db, startTable).select([...studyColumns])
  for (const condition of conditions) query = query.where(condition)
  return query
    .orderBy('study.createdOn', 'desc')
    .orderBy('study.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type StudyHit = Awaited<ReturnType<typeof findStudies>>[number]

export function findSeries(db: ClinicDb, { startTable, conditions }: SearchConditions, page: Page) {
  let query = selectStudies(db, startTable)
    .innerJoin('series', 'series.studyId', 'study.id')
    .select([...studyColumns, ...seriesColumns])
  for (const condition of conditions) query = query.where(condition)
  return query
    .orderBy('study.createdOn', 'desc')
    .orderBy('study.id', 'desc')
    .orderBy('series.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type SeriesHit = Awaited<ReturnType<typeof findSeries>>[number]

export function findImages(db: ClinicDb, { startTable, conditions }: SearchConditions, page: Page) {
  let query = selectStudies(db, startTable)
    .innerJoin('image', 'image.studyId', 'study.id')
    .innerJoin('series', (join) =>
      join
        .onRef('series.clinicId', '=', 'image.clinicId')
        .onRef('series.seriesInstanceUID', '=', 'image.seriesInstanceUID'),
    )
    .where('image.isRejected', '=', false)
    .select([
      ...studyColumns,
      ...seriesColumns,
      'image.id as imageId',
      'image.sopInstanceUID',
      'image.sopClassUID',
      'image.transferSyntaxUID',
      'image.instanceNumber',
      'image.rows',
      'image.columns',
      'image.frames',
    ])
  for (const condition of conditions) query = query.where(condition)
  return query
    .orderBy('study.createdOn', 'desc')
    .orderBy('study.id', 'desc')
    .orderBy('series.id')
    .orderBy('image.instanceNumber')
    .orderBy('image.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type ImageHit = Awaited<ReturnType<typeof findImages>>[number]

export interface StudyCounts {
  readonly modalities: readonly string[]
  readonly series: number
  readonly images: number
}

/** Counts for the studies of this page alone: counting everything takes longer than finding it. */
export async function countPerStudy(db: ClinicDb, found: readonly StudyHit[]) {
  const counts = new Map<StudyId, StudyCounts>()
  if (found.length === 0) return counts
  const ids = found.map(({ id }) => id)
  // Starts from the studies: SQLite would otherwise scan all series of the clinic.
  const seriesRows = await db
    .selectFrom('study')
    .innerJoin('series', 'series.studyId', 'study.id')
    .select(['series.studyId', 'series.modality'])
    .where('study.id', 'in', ids)
    .execute()
  const imageRows = await db
    .selectFrom('study')
    .innerJoin('image', 'image.studyId', 'study.id')
    .select(({ fn }) => ['image.studyId', fn.countAll<number>().as('count')])
    .where('study.id', 'in', ids)
    .where('image.isRejected', '=', false)
    .groupBy('image.studyId')
    .execute()
  const imagesOf = new Map(imageRows.map(({ studyId, count }) => [studyId, count]))
  const seriesOf = Map.groupBy(seriesRows, ({ studyId }) => studyId)
  for (const id of ids) {
    const members = seriesOf.get(id) ?? []
    const modalities = [...new Set(members.map(({ modality }) => modality))].filter(Boolean)
    counts.set(id, { modalities, series: members.length, images: imagesOf.get(id) ?? 0 })
  }
  return counts
}

export async function countPerSeries(db: ClinicDb, found: readonly SeriesHit[]) {
  if (found.length === 0) return new Map<string, number>()
  const uids = found.map(({ seriesInstanceUID }) => seriesInstanceUID)
  const counted = await db
    .selectFrom('image')
    .select(({ fn }) => ['image.seriesInstanceUID', fn.countAll<number>().as('count')])
    .where('image.seriesInstanceUID', 'in', uids)
    .where('image.isRejected', '=', false)
    .groupBy('image.seriesInstanceUID')
    .execute()
  return new Map(counted.map(({ seriesInstanceUID, count }) => [seriesInstanceUID, count]))
}
