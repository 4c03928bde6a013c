import type { ClinicId, StudyId } from '@talus/contract'
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

export const timeZones = (db: ClinicDb): Promise<readonly ClinicZone[]> =>
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

const allStudies = (db: ClinicDb) =>
  db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .where('study.isDeleted', '=', false)

export function studies(db: ClinicDb, conditions: readonly Condition[], page: Page) {
  let query = allStudies(db).select([...studyColumns])
  for (const condition of conditions) query = query.where(condition)
  return query
    .orderBy('study.createdOn', 'desc')
    .orderBy('study.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}
export type StudyHit = Awaited<ReturnType<typeof studies>>[number]

export function series(db: ClinicDb, conditions: readonly Condition[], page: Page) {
  let query = allStudies(db)
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
export type SeriesHit = Awaited<ReturnType<typeof series>>[number]

export function images(db: ClinicDb, conditions: readonly Condition[], page: Page) {
  let query = allStudies(db)
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
export type ImageHit = Awaited<ReturnType<typeof images>>[number]

export interface StudyCounts {
  readonly modalities: readonly string[]
  readonly series: number
  readonly images: number
}

/** Of the page alone: counting everything takes longer than finding it. */
export async function countsOf(db: ClinicDb, found: readonly StudyHit[]) {
  const counts = new Map<StudyId, StudyCounts>()
  if (found.length === 0) return counts
  const ids = found.map(({ id }) => id)
  const ofSeries = await db
    .selectFrom('series')
    .select(['series.studyId', 'series.modality'])
    .where('series.studyId', 'in', ids)
    .execute()
  const ofImages = await db
    .selectFrom('image')
    .select(({ fn }) => ['image.studyId', fn.countAll<number>().as('count')])
    .where('image.studyId', 'in', ids)
    .where('image.isRejected', '=', false)
    .groupBy('image.studyId')
    .execute()
  const imagesOf = new Map(ofImages.map(({ studyId, count }) => [studyId, count]))
  const seriesOf = Map.groupBy(ofSeries, ({ studyId }) => studyId)
  for (const id of ids) {
    const members = seriesOf.get(id) ?? []
    const modalities = [...new Set(members.map(({ modality }) => modality))].filter(Boolean)
    counts.set(id, { modalities, series: members.length, images: imagesOf.get(id) ?? 0 })
  }
  return counts
}

export async function seriesCountsOf(db: ClinicDb, found: readonly SeriesHit[]) {
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
