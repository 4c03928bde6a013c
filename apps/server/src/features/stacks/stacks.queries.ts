import type { StudyId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { SliceTable } from '../../db/slice-tables.ts'

/** The images of a study with pixels that were not rejected, and their series. */
export const listImages = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('image')
    .leftJoin('series', (join) =>
      join
        .onRef('series.clinicId', '=', 'image.clinicId')
        .onRef('series.seriesInstanceUID', '=', 'image.seriesInstanceUID'),
    )
    .select([
      'image.id',
      'image.clinicId',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'image.sopInstanceUID',
      'image.seriesInstanceUID',
      'image.modality as studyModality',
      'image.bodyPart as recordedBodyPart',
      'series.modality',
      'series.seriesNumber',
      'series.description',
      'series.bodyPart',
    ])
    .where('image.studyId', '=', studyId)
    .where('image.hasPixels', '=', true)
    .where('image.isRejected', '=', false)
    .orderBy('image.id')
    .execute()
export type ImageRow = Awaited<ReturnType<typeof listImages>>[number]

/** A deleted study is not found. */
export const findStudy = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('study')
    .select(['study.id', 'study.clinicId', 'study.studyInstanceUID'])
    .where('study.id', '=', studyId)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

export const listSlices = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('slice')
    .innerJoin('image', 'image.id', 'slice.imageId')
    .select(['slice.imageId', 'slice.sha256', 'slice.attributes'])
    .where('image.studyId', '=', studyId)
    .execute()

/** A cache of the header: written also for a radiologist, who reads the image in a case. */
export const saveSlice = (unscopedDb: UnscopedDb, slice: Insertable<SliceTable>) =>
  unscopedDb
    .insertInto('slice')
    .values(slice)
    .onConflict((conflict) =>
      conflict
        .column('imageId')
        .doUpdateSet({ sha256: slice.sha256, attributes: slice.attributes }),
    )
    .execute()
