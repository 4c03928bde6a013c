import type { CaseId, ImageId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

const selectShown = (db: ClinicDb) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select([
      'image.id',
      'image.clinicId',
      'image.studyId',
      'image.filePath',
      'image.sha256',
      'image.byteLength',
      'image.columns',
      'image.sopClassUID',
      'image.sopInstanceUID',
      'image.bodyPart',
      'image.bodyPartView',
      'image.createdOn',
      'study.createdOn as studyCreatedOn',
    ])
    .where('image.hasPixels', '=', true)
    .where('image.isRejected', '=', false)
    .where('study.isDeleted', '=', false)

/** An image that can be shown; rejected ones and those of deleted studies are not found. */
export const findShownImage = (db: ClinicDb, id: ImageId) =>
  selectShown(db).where('image.id', '=', id).executeTakeFirst()

/** The images of a case in the order in which they were attached. */
export const listShownImages = (db: ClinicDb, caseId: CaseId) =>
  selectShown(db)
    .innerJoin('caseFile', 'caseFile.imageId', 'image.id')
    .where('caseFile.caseId', '=', caseId)
    .orderBy('caseFile.id')
    .execute()
export type CaseImage = Awaited<ReturnType<typeof listShownImages>>[number]
