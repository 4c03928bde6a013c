import { encapsulatedPdfSopClass } from '@talus/dicom'
import { foldText } from '@talus/contract'
import type {
  BreedId,
  CaseId,
  ClinicId,
  DoctorId,
  ImageId,
  Instant,
  PatientId,
  StudyId,
  UserId,
} from '@talus/contract'
import type { ExpressionBuilder, Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { RadCaseTable } from '../../../db/case-tables.ts'
import type { Database } from '../../../db/tables.ts'

/** The study of a case with its patient and owner, in the reach of the actor. */
export const findStudy = (db: ClinicDb, id: StudyId) =>
  db
    .selectFrom('study')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .innerJoin('clinic', 'clinic.id', 'study.clinicId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .select([
      'study.id',
      'study.clinicId',
      'study.patientId',
      'patient.ownerId',
      'patient.name as patientName',
      'owner.name as ownerName',
      'patient.neutered',
      'clinic.timeZone',
    ])
    .where('study.id', '=', id)
    .where('study.isDeleted', '=', false)
    .executeTakeFirst()

export const findDoctor = (db: ClinicDb, clinicId: ClinicId, id: DoctorId) =>
  db
    .selectFrom('doctor')
    .select(['doctor.id', 'doctor.firstName', 'doctor.lastName'])
    .where('doctor.id', '=', id)
    .where('doctor.clinicId', '=', clinicId)
    .where('doctor.isDeleted', '=', false)
    .executeTakeFirst()

export const findByKey = (db: ClinicDb, requesterId: UserId, requestKey: string) =>
  db
    .selectFrom('radCase')
    .selectAll()
    .where('radCase.requesterId', '=', requesterId)
    .where('radCase.requestKey', '=', requestKey)
    .executeTakeFirst()

export const insertCase = (db: ClinicDb, row: Insertable<RadCaseTable>) =>
  db.insertInto('radCase', row).returningAll().executeTakeFirstOrThrow()

/** A report that was made while its study belonged to another patient names that one. */
const isOfPatient = (where: ExpressionBuilder<Database, 'studyReport'>, patientId: PatientId) =>
  where.or([
    where('studyReport.patientDatabaseId', 'is', null),
    where('studyReport.patientDatabaseId', '=', patientId),
  ])

/**
 * The newest report of each earlier study of a patient; those of studies that were moved from
 * another patient are left out.
 */
export async function listEarlierReports(
  db: ClinicDb,
  { id: studyId, patientId }: { readonly id: StudyId; readonly patientId: PatientId },
) {
  const rows = await db
    .selectFrom('studyReport')
    .innerJoin('study', 'study.id', 'studyReport.studyId')
    .innerJoin('image', 'image.id', 'studyReport.imageId')
    .select([
      'image.id as imageId',
      'studyReport.studyId',
      'study.createdOn as studyCreatedOn',
      'studyReport.fileName',
      'studyReport.version',
      'studyReport.createdOn',
      'studyReport.isForeign',
    ])
    .where('study.patientId', '=', patientId)
    .where('study.id', '<>', studyId)
    .where('study.isDeleted', '=', false)
    .where('image.isRejected', '=', false)
    .where((where) => isOfPatient(where, patientId))
    .orderBy('study.createdOn', 'desc')
    .orderBy('studyReport.studyId', 'desc')
    .orderBy('studyReport.version', 'desc')
    .execute()
  const newest = new Map<StudyId, (typeof rows)[number]>()
  for (const row of rows) if (!newest.has(row.studyId)) newest.set(row.studyId, row)
  return [...newest.values()]
}

export interface AttachableImage {
  readonly id: ImageId
  /** False for a document, such as a report. */
  readonly hasPixels: boolean
  /** The name of a report; empty for images. */
  readonly fileName: string
}

/** Images and documents that may be attached: of the same patient, not rejected. */
export async function listAttachable(
  db: ClinicDb,
  patientId: PatientId,
  imageIds: readonly ImageId[],
): Promise<readonly AttachableImage[]> {
  if (imageIds.length === 0) return []
  const rows = await db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .leftJoin('studyReport', 'studyReport.imageId', 'image.id')
    .select(['image.id', 'image.hasPixels', 'studyReport.fileName'])
    .where('image.id', 'in', [...imageIds])
    .where('study.patientId', '=', patientId)
    .where('study.isDeleted', '=', false)
    .where('image.isRejected', '=', false)
    .where((where) =>
      where.or([
        where('image.hasPixels', '=', true),
        where.and([
          where('image.sopClassUID', '=', encapsulatedPdfSopClass),
          isOfPatient(where, patientId),
        ]),
      ]),
    )
    .execute()
  return rows.map(({ fileName, ...image }) => ({ ...image, fileName: fileName ?? '' }))
}

/** The images and documents of the archive that are attached to a case. */
export const listAttached = (db: ClinicDb, caseId: CaseId) =>
  db
    .selectFrom('caseFile')
    .innerJoin('image', 'image.id', 'caseFile.imageId')
    .select(['image.id', 'image.hasPixels'])
    .where('caseFile.caseId', '=', caseId)
    .execute()

export async function attachImages(
  db: ClinicDb,
  {
    caseId,
    clinicId,
    images,
    createdOn,
  }: {
    caseId: CaseId
    clinicId: ClinicId
    images: readonly AttachableImage[]
    createdOn: Instant
  },
): Promise<void> {
  for (const { id: imageId, hasPixels, fileName } of images)
    await db
      .insertInto('caseFile', {
        caseId,
        clinicId,
        fileName,
        filePath: null,
        imageId,
        // Radiographs only: a report is among the attachments.
        isFromReceiver: hasPixels,
        createdOn,
      })
      .execute()
}

/** The images of a draft that the user has removed from the form. */
export const detachImages = (db: ClinicDb, caseId: CaseId, imageIds: readonly ImageId[]) =>
  db
    .deleteFrom('caseFile')
    .where('caseFile.caseId', '=', caseId)
    .where('caseFile.imageId', 'in', [...imageIds])
    .execute()

/** The breed by its name, which is added to the list if the species has none of that name. */
export async function findOrAddBreed(
  db: ClinicDb,
  speciesId: number,
  name: string,
): Promise<BreedId> {
  const { unscopedDb } = db
  const breeds = await unscopedDb
    .selectFrom('breed')
    .select(['id', 'name'])
    .where('speciesId', '=', speciesId)
    .execute()
  const known = breeds.find((breed) => foldText(breed.name) === foldText(name))
  if (known) return known.id
  const { id } = await unscopedDb
    .insertInto('breed')
    .values({ name, speciesId, code: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
