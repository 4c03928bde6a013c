import type { ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'

/** An image that can be viewed, with the attributes of its file. */
export const findImage = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('clinic', 'clinic.id', 'image.clinicId')
    .leftJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .select([
      'image.sopInstanceUID',
      'image.filePath',
      'image.byteLength',
      'image.clinicId',
      'image.bodyPart',
      'image.bodyPartView',
      'study.createdOn as startedAt',
      'study.studyInstanceUID',
      'clinic.timeZone',
      'imageHeader.json',
    ])
    .where('image.id', '=', id)
    .where('image.hasPixels', '=', true)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

export async function countInSeries(db: ClinicDb, seriesInstanceUID: string): Promise<number> {
  const { count } = await db
    .selectFrom('image')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('image.seriesInstanceUID', '=', seriesInstanceUID)
    .executeTakeFirstOrThrow()
  return count
}

/** Presentation states of all kinds: grayscale, colour and others (PS3.4 B.5). */
const presentationClasses = '1.2.840.10008.5.1.4.1.1.11.%'

/** The presentation states of a study, the newest first; none of a deleted study. */
export const listStates = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .select(['image.id', 'image.sopClassUID', 'imageHeader.json'])
    .where('image.studyId', '=', studyId)
    .where('study.isDeleted', '=', false)
    .where('image.hasPixels', '=', false)
    .where('image.sopClassUID', 'like', presentationClasses)
    .orderBy('image.id', 'desc')
    .execute()

/** The images of a study with every UID that they have had: a correction gives them another one. */
export async function listImageUids(db: ClinicDb, studyId: StudyId) {
  const current = await db
    .selectFrom('image')
    .select(['image.id', 'image.sopInstanceUID'])
    .where('image.studyId', '=', studyId)
    .where('image.hasPixels', '=', true)
    .execute()
  const replaced = await db
    .selectFrom('replacedInstance')
    .innerJoin('image', 'image.id', 'replacedInstance.imageId')
    .select(['image.id', 'replacedInstance.sopInstanceUID'])
    .where('image.studyId', '=', studyId)
    .where('image.hasPixels', '=', true)
    .execute()
  return [...current, ...replaced]
}

/** An image and a presentation state of the same study. */
export const findImageAndState = (db: ClinicDb, id: ImageId, stateId: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('imageHeader', 'imageHeader.imageId', 'image.id')
    .innerJoin('image as state', (join) =>
      join
        .onRef('state.studyId', '=', 'image.studyId')
        .onRef('state.clinicId', '=', 'image.clinicId'),
    )
    .innerJoin('imageHeader as stateHeader', 'stateHeader.imageId', 'state.id')
    .select([
      'image.studyId',
      'imageHeader.json',
      'state.filePath',
      'state.byteLength',
      'stateHeader.json as stateJson',
    ])
    .where('image.id', '=', id)
    .where('image.hasPixels', '=', true)
    .where('state.id', '=', stateId)
    .where('state.hasPixels', '=', false)
    .where('state.sopClassUID', 'like', presentationClasses)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()
