import type { AnnotationId, StudyId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { StudyAnnotationTable } from '../../../db/tables.ts'

/** Deleted studies are not found: they get no more images. */
export const findStudy = (db: ClinicDb, id: StudyId) =>
  db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .select([
      'study.id',
      'study.clinicId',
      'study.modality',
      'study.studyInstanceUID',
      'patient.speciesId',
    ])
    .where('study.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

export const list = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('studyAnnotation')
    .select([
      'studyAnnotation.id',
      'studyAnnotation.studyId',
      'studyAnnotation.bodyPart',
      'studyAnnotation.bodyPartView',
      'studyAnnotation.animalSize',
    ])
    .where('studyAnnotation.studyId', '=', studyId)
    .orderBy('studyAnnotation.id')
    .execute()

/** Body part, view and size of the images, in the order of capture. */
export const listImages = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('image')
    .select(['image.bodyPart', 'image.bodyPartView', 'image.animalSize'])
    .where('image.studyId', '=', studyId)
    .where('image.isRejected', '=', false)
    .where('image.hasPixels', '=', true)
    .orderBy('image.createdOn')
    .orderBy('image.id')
    .execute()

export const find = (db: ClinicDb, studyId: StudyId, id: AnnotationId) =>
  db
    .selectFrom('studyAnnotation')
    .selectAll()
    .where('studyAnnotation.id', '=', id)
    .where('studyAnnotation.studyId', '=', studyId)
    .executeTakeFirst()

export const insert = (db: ClinicDb, annotation: Insertable<StudyAnnotationTable>) =>
  db
    .insertInto('studyAnnotation', annotation)
    .returning(['id', 'studyId', 'bodyPart', 'bodyPartView', 'animalSize'])
    .executeTakeFirstOrThrow()

export const setSize = (
  db: ClinicDb,
  id: AnnotationId,
  animalSize: StudyAnnotationTable['animalSize'],
) =>
  db
    .updateTable('studyAnnotation')
    .set({ animalSize })
    .where('studyAnnotation.id', '=', id)
    .execute()

/** Inserts the annotation of a capture unless it is planned already. */
export const ensure = (db: ClinicDb, annotation: Insertable<StudyAnnotationTable>) =>
  db
    .insertInto('studyAnnotation', annotation)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const remove = (db: ClinicDb, id: AnnotationId) =>
  db.deleteFrom('studyAnnotation').where('studyAnnotation.id', '=', id).execute()
