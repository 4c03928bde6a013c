import { limits } from '@talus/contract'
import type { CaseStatus, ImageId, StudyId } from '@talus/contract'
import { presentationClassPrefix } from '@talus/dicom'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { findSeriesModalities } from './series-modalities.queries.ts'

/** Databases accept some ten thousand parameters per query, so a long list is loaded in parts. */
const batchSize = 500

/** Loads the rows of these studies, in this order. */
export async function loadStudyRows(db: ClinicDb, ids: readonly StudyId[]) {
  const rows: StudyListRow[] = []
  for (let start = 0; start < ids.length; start += batchSize)
    rows.push(...(await loadBatch(db, ids.slice(start, start + batchSize))))
  return rows
}

type StudyListRow = Awaited<ReturnType<typeof loadBatch>>[number]

async function loadBatch(db: ClinicDb, ids: readonly StudyId[]) {
  const byId = new Map((await findRecords(db, ids)).map((row) => [row.studyId, row]))
  // Records of a study belong to its clinic, so they are looked up by the study alone: with the
  // clinic as a condition, SQLite reads all records of the clinic.
  const { unscopedDb } = db
  const found = [...byId.keys()]
  const images = await findImages(unscopedDb, found)
  const documents = await countDocuments(unscopedDb, found)
  const modalities = await findSeriesModalities(unscopedDb, found)
  const reports = await countReports(unscopedDb, found)
  const cases = await findCaseStatuses(unscopedDb, found)
  return ids.flatMap((id) => {
    const row = byId.get(id)
    // The study disappeared between two queries, when its clinic was removed from the actor's
    // reach.
    if (!row) return []
    return [
      {
        ...row,
        imageCount: images.get(id)?.count ?? 0,
        documentCount: documents.get(id) ?? 0,
        seriesModalities: modalities.get(id) ?? [],
        // Images of a deleted study are not shown.
        thumbnails: row.deleted ? [] : (images.get(id)?.first ?? []),
        reportCount: reports.get(id) ?? 0,
        caseStatus: cases.get(id) ?? null,
      },
    ]
  })
}

const findRecords = (db: ClinicDb, ids: readonly StudyId[]) =>
  db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('user', 'user.id', 'study.userId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('breed', 'breed.id', 'patient.breedId')
    .select([
      'study.id as studyId',
      'patient.id as patientDatabaseId',
      'patient.patientId',
      'patient.name as patientName',
      'patient.nameGroups as patientNameGroups',
      'study.createdOn as studyDate',
      'study.modality',
      'study.isDeleted as deleted',
      'owner.id as ownerId',
      'owner.name as owner',
      'breed.name as breed',
      'patient.speciesId',
      'study.userId',
      'user.username as user',
    ])
    .where('study.id', 'in', ids)
    .execute()

/** The number of images that are neither rejected nor without pixels, and the first of them. */
async function findImages(unscopedDb: UnscopedDb, ids: readonly StudyId[]) {
  const numbered = unscopedDb
    .selectFrom('image')
    .where('image.studyId', 'in', ids)
    .where('image.isRejected', '=', false)
    .where('image.hasPixels', '=', true)
    .select(({ fn }) => [
      'image.id',
      'image.studyId',
      fn
        .countAll<number>()
        .over((over) => over.partitionBy('image.studyId'))
        .as('count'),
      fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy('image.studyId').orderBy('image.createdOn').orderBy('image.id'),
        )
        .as('place'),
    ])
  const rows = await unscopedDb
    .selectFrom(numbered.as('numbered'))
    .selectAll()
    .where('place', '<=', limits.rowThumbnails)
    .orderBy('place')
    .execute()
  const images = new Map<StudyId, { readonly count: number; readonly first: ImageId[] }>()
  for (const { id, studyId, count } of rows) {
    const known = images.get(studyId)
    if (known) known.first.push(id)
    else images.set(studyId, { count, first: [id] })
  }
  return images
}

/** The number of objects that are no images, without presentation states. */
async function countDocuments(unscopedDb: UnscopedDb, ids: readonly StudyId[]) {
  const rows = await unscopedDb
    .selectFrom('image')
    .where('image.studyId', 'in', ids)
    .where('image.isRejected', '=', false)
    .where('image.hasPixels', '=', false)
    .where('image.sopClassUID', 'not like', `${presentationClassPrefix}%`)
    .groupBy('image.studyId')
    .select(({ fn }) => ['image.studyId', fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ studyId, count }) => [studyId, count]))
}

async function countReports(unscopedDb: UnscopedDb, ids: readonly StudyId[]) {
  const rows = await unscopedDb
    .selectFrom('studyReport')
    .where('studyReport.studyId', 'in', ids)
    .groupBy('studyReport.studyId')
    .select(({ fn }) => ['studyReport.studyId', fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ studyId, count }) => [studyId, count]))
}

/** The status of the newest case of each study. */
async function findCaseStatuses(unscopedDb: UnscopedDb, ids: readonly StudyId[]) {
  const rows = await unscopedDb
    .selectFrom('radCase')
    .where('radCase.studyId', 'in', ids)
    .where('radCase.isDeleted', '=', false)
    .orderBy('radCase.createdOn')
    .orderBy('radCase.id')
    .select(['radCase.studyId', 'radCase.status'])
    .execute()
  return new Map<StudyId, CaseStatus>(
    rows.flatMap(({ studyId, status }) => (studyId === null ? [] : [[studyId, status] as const])),
  )
}
