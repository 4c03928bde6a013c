import type { ClinicId, Instant, StudyId } from '@talus/contract'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { StudyFilter } from './study-filter.ts'
import { isWithin } from './study-match.queries.ts'

export const findClinic = (db: ClinicDb, id: ClinicId) =>
  db
    .selectFrom('clinic')
    .select(['clinic.name', 'clinic.timeZone'])
    .where('clinic.id', '=', id)
    .executeTakeFirst()

const batchSize = 500

/** The last study of the previous batch. */
interface Cursor {
  readonly createdOn: Instant
  readonly id: StudyId
}

/** The next studies of the log, newest first. */
function findNextStudies(db: ClinicDb, days: StudyFilter, cursor: Cursor | undefined) {
  const rest =
    cursor === undefined
      ? sql<SqlBool>`1 = 1`
      : sql<SqlBool>`(${sql.ref('study.createdOn')}, ${sql.ref('study.id')})
          < (${cursor.createdOn}, ${cursor.id})`
  return db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('user', 'user.id', 'study.userId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .select([
      'study.id',
      'study.createdOn',
      'study.modality',
      'study.isDeleted',
      'patient.accessionCode',
      'patient.patientId',
      'patient.name as patientName',
      'patient.speciesId',
      'patient.sex',
      'owner.name as owner',
      'breed.name as breed',
      'user.username as user',
    ])
    .where(isWithin(days, sql.ref('study.createdOn')))
    .where(rest)
    .orderBy('study.createdOn', 'desc')
    .orderBy('study.id', 'desc')
    .limit(batchSize)
    .execute()
}

/** The number of exposures of each study, and of the rejected ones among them. */
async function countExposures(unscopedDb: UnscopedDb, ids: readonly StudyId[]) {
  const rows = await unscopedDb
    .selectFrom('image')
    .where('image.studyId', 'in', ids)
    .where('image.hasPixels', '=', true)
    .groupBy(['image.studyId', 'image.isRejected'])
    .select(({ fn }) => ['image.studyId', 'image.isRejected', fn.countAll<number>().as('count')])
    .execute()
  const counts = new Map<StudyId, { readonly all: number; readonly rejected: number }>()
  for (const { studyId, isRejected, count } of rows) {
    const { all, rejected } = counts.get(studyId) ?? { all: 0, rejected: 0 }
    counts.set(studyId, { all: all + count, rejected: rejected + (isRejected ? count : 0) })
  }
  return counts
}

/** Yields the log in batches: it may span ten years, and is written while it is read. */
export async function* streamStudies(db: ClinicDb, days: StudyFilter) {
  let cursor: Cursor | undefined
  for (;;) {
    const studies = await findNextStudies(db, days, cursor)
    cursor = studies.at(-1)
    if (!cursor) return
    const counts = await countExposures(
      db.unscopedDb,
      studies.map(({ id }) => id),
    )
    yield studies.map((study) => {
      const { all, rejected } = counts.get(study.id) ?? { all: 0, rejected: 0 }
      return { ...study, exposures: all, rejected }
    })
    if (studies.length < batchSize) return
  }
}
export type LogStudy =
  Awaited<ReturnType<ReturnType<typeof streamStudies>['next']>> extends IteratorResult<
    readonly (infer Study)[],
    unknown
  >
    ? Study
    : never

/** The exposures of these studies, newest first. */
export const listExposures = (unscopedDb: UnscopedDb, ids: readonly StudyId[]) =>
  unscopedDb
    .selectFrom('image')
    .innerJoin('user', 'user.id', 'image.userId')
    .leftJoin('imageExposure', 'imageExposure.imageId', 'image.id')
    .where('image.studyId', 'in', ids)
    .where('image.hasPixels', '=', true)
    .orderBy('image.createdOn', 'desc')
    .orderBy('image.id', 'desc')
    .select([
      'image.id',
      'image.studyId',
      'image.createdOn',
      'image.bodyPart',
      'image.bodyPartView',
      'image.animalSize',
      'image.isRejected',
      'image.sensor',
      'user.username as operator',
      'imageExposure.kv',
      'imageExposure.ma',
      'imageExposure.ms',
      'imageExposure.mas',
      'imageExposure.focus',
      'imageExposure.sidMm',
      'imageExposure.grid',
      'imageExposure.exposureIndex',
      'imageExposure.deviationIndex',
      'imageExposure.weightKg',
      'imageExposure.thicknessMm',
      'imageExposure.holders',
      'imageExposure.isSedated',
      'imageExposure.reason',
      'imageExposure.generator',
      'imageExposure.room',
      'imageExposure.isTechniqueEntered',
    ])
    .execute()

/** The rejection reasons of images; the last reason counts. */
export async function findRejectionReasons(unscopedDb: UnscopedDb, ids: readonly StudyId[]) {
  const rows = await unscopedDb
    .selectFrom('image')
    .innerJoin('imageRejection', 'imageRejection.imageId', 'image.id')
    .where('image.studyId', 'in', ids)
    .where('image.isRejected', '=', true)
    .orderBy('imageRejection.id')
    .select(['imageRejection.imageId', 'imageRejection.rejectionReason'])
    .execute()
  return new Map(rows.map(({ imageId, rejectionReason }) => [imageId, rejectionReason]))
}

/** The corrections of who held the animal. */
const listRestraintCorrections = (unscopedDb: UnscopedDb, ids: readonly StudyId[]) =>
  unscopedDb
    .selectFrom('image')
    .innerJoin('restraintCorrection', 'restraintCorrection.imageId', 'image.id')
    .innerJoin('user', 'user.id', 'restraintCorrection.userId')
    .where('image.studyId', 'in', ids)
    .orderBy('restraintCorrection.id')
    .selectAll('restraintCorrection')
    .select('user.username as user')
    .execute()

/** The corrections of body part, view and size. */
const listAnnotationCorrections = (unscopedDb: UnscopedDb, ids: readonly StudyId[]) =>
  unscopedDb
    .selectFrom('image')
    .innerJoin('annotationCorrection', 'annotationCorrection.imageId', 'image.id')
    .innerJoin('user', 'user.id', 'annotationCorrection.userId')
    .where('image.studyId', 'in', ids)
    .orderBy('annotationCorrection.id')
    .selectAll('annotationCorrection')
    .select('user.username as user')
    .execute()

type Row<List extends (...args: never[]) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<List>
>[number]
export type RestraintCorrection = Row<typeof listRestraintCorrections>
export type AnnotationCorrection = Row<typeof listAnnotationCorrections>
export type LogCorrection = RestraintCorrection | AnnotationCorrection

/** All corrections by image, oldest first. */
export async function findCorrections(unscopedDb: UnscopedDb, ids: readonly StudyId[]) {
  const rows: readonly LogCorrection[] = [
    ...(await listRestraintCorrections(unscopedDb, ids)),
    ...(await listAnnotationCorrections(unscopedDb, ids)),
  ]
  const inOrder = rows.toSorted(
    (one, other) => Date.parse(one.createdOn) - Date.parse(other.createdOn),
  )
  return Map.groupBy(inOrder, ({ imageId }) => imageId)
}
