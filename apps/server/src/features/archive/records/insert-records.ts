import { refuse } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { indexStudy, lockClinic } from '../../../db/listing/index.ts'
import type { FileSummary } from '../../../workers/index.ts'
import * as archive from './records.queries.ts'
import type { Creator, Row } from './records.queries.ts'
import { findOrCreatePatient } from './match-patient.ts'
import { unknownExposure } from './exposure.ts'
import { toRecordValues } from './record-values.ts'
import type { RecordValues } from './record-values.ts'

/**
 * Details of an image that was captured here. Its annotation and X-ray system override the
 * attributes of the file, and related rows are written in the same transaction.
 */
export interface CaptureDetails {
  readonly image: Partial<
    Pick<Row<'image'>, 'bodyPart' | 'bodyPartView' | 'sensor' | 'createdOn' | 'isIncomplete'>
  > &
    Pick<Row<'image'>, 'animalSize'>
  readonly exposure: Partial<Omit<Row<'imageExposure'>, 'imageId' | 'clinicId'>>
  /** Runs in the same transaction, which may be retried. */
  readonly afterInsert: (db: ClinicDb, imageId: ImageId) => Promise<void>
}

/** A file that is in the store already, and the attributes that were read from it. */
export interface IncomingFile extends Creator {
  readonly capture?: CaptureDetails | undefined
  readonly reading: FileSummary
  readonly file: {
    readonly filePath: string
    readonly sha256: string
    readonly byteLength: number
  }
  /** The UIDs that the sender announced; a file with others is refused. */
  readonly expected: {
    readonly studyInstanceUID?: string | undefined
    readonly instance?:
      | { readonly sopClassUID: string; readonly sopInstanceUID: string }
      | undefined
  }
}

/** An incoming file, its target study and series, and the rows that exist already. */
export interface ResolvedFile {
  readonly incoming: IncomingFile
  readonly values: RecordValues
  readonly existing: ExistingRows
}
type ExistingRows = Awaited<ReturnType<typeof archive.findExistingRows>>[number]

export interface InsertResult {
  readonly imageId: ImageId
  readonly studyId: StudyId
  readonly values: RecordValues
  /** Undefined for a new instance; otherwise its existing file. */
  readonly existingFile?: { readonly filePath: string; readonly sha256: string }
  readonly hasChanged: boolean
}

/** Resolves the records of a file, or refuses it. Writes nothing. */
export async function resolveFile(
  db: ClinicDb,
  incoming: IncomingFile,
  now: Date,
): Promise<ResolvedFile> {
  const { clinicId, reading, expected, file } = incoming
  const { identity, pixelEnd } = reading
  const [existing] = await archive.findExistingRows(db.unscopedDb, {
    clinicId,
    studyInstanceUID: identity.studyInstanceUid,
    seriesInstanceUID: identity.seriesInstanceUid,
    sopInstanceUID: identity.sopInstanceUid,
  })
  if (!existing) refuse('record/not-found')
  if (pixelEnd !== undefined && pixelEnd > file.byteLength) refuse('import/damaged')
  const values = toRecordValues(reading, existing, now)
  const { studyInstanceUID, instance } = expected
  if (studyInstanceUID !== undefined && studyInstanceUID !== values.study.studyInstanceUID)
    refuse('import/other-study')
  const { sopClassUID, sopInstanceUID } = values.image
  const isOther =
    instance?.sopClassUID !== sopClassUID || instance.sopInstanceUID !== sopInstanceUID
  if (instance && isOther) refuse('import/other-instance')
  return { incoming, values, existing }
}

/** Inserts the records of a file. The caller holds the transaction. */
export async function insertRecords(
  db: ClinicDb,
  resolved: ResolvedFile,
  now: Date,
): Promise<InsertResult> {
  const { incoming, values, existing } = resolved
  const { clinicId, userId, capture } = incoming
  // Also by the UID that it had before its raw data were processed again.
  const knownId = existing.imageId ?? existing.replacingId
  if (knownId !== null) {
    const { id: imageId, studyId, filePath, sha256 } = await archive.findImage(db, knownId)
    if (capture) await updateCaptured(db, resolved, capture, imageId)
    return {
      imageId,
      studyId,
      values,
      existingFile: { filePath, sha256 },
      hasChanged: capture !== undefined,
    }
  }
  const { studyId, hasSeries } = await findOrCreateStudy(db, resolved, now)
  if (!hasSeries) await addSeries(db, resolved, studyId, now)
  const imageId = await archive.insertImage(db, {
    ...values.image,
    ...incoming.file,
    clinicId,
    userId,
    studyId,
    seriesInstanceUID: values.series.seriesInstanceUID,
    animalSize: null,
    ...capture?.image,
  })
  await archive.insertHeader(db, { imageId, clinicId, json: incoming.reading.json })
  const exposure = mergeExposure(resolved)
  if (exposure) await archive.insertExposure(db, { imageId, clinicId, ...exposure })
  await capture?.afterInsert(db, imageId)
  return { imageId, studyId, values, hasChanged: true }
}

const mergeExposure = ({ values, incoming: { capture } }: ResolvedFile) =>
  capture ? { ...unknownExposure, ...values.exposure, ...capture.exposure } : values.exposure

/**
 * A server that died after the file was written leaves a file without records, and the next server
 * inserts them from the attributes of the file. The capture that created the file knows more.
 */
async function updateCaptured(
  db: ClinicDb,
  resolved: ResolvedFile,
  { image, afterInsert }: CaptureDetails,
  imageId: ImageId,
): Promise<void> {
  const { clinicId, userId } = resolved.incoming
  await archive.setImage(db, imageId, { ...image, userId })
  await archive.removeExposure(db, imageId)
  await archive.insertExposure(db, {
    imageId,
    clinicId,
    ...unknownExposure,
    ...mergeExposure(resolved),
  })
  await afterInsert(db, imageId)
}

interface TargetStudy {
  readonly studyId: StudyId
  readonly hasSeries: boolean
}

async function findOrCreateStudy(
  db: ClinicDb,
  resolved: ResolvedFile,
  now: Date,
): Promise<TargetStudy> {
  const { values, existing } = resolved
  const { clinicId, userId } = resolved.incoming
  const { study } = values
  if (existing.studyId !== null) {
    if (existing.studyModality === 'Unspecified' && study.modality !== 'Unspecified')
      await archive.setModality(db, existing.studyId, study.modality)
    return { studyId: existing.studyId, hasSeries: existing.seriesId !== null }
  }
  // Two concurrent senders of one study: the second sees the rows that the first inserted.
  await lockClinic(db.unscopedDb, clinicId)
  const { seriesInstanceUID } = values.series
  const made = await archive.findStudy(db, study.studyInstanceUID, seriesInstanceUID)
  if (made) return { studyId: made.id, hasSeries: made.seriesId !== null }
  const matched = await findOrCreatePatient(db, values.patient, { clinicId, userId }, now)
  const patientId = await archive.findRemainingPatient(db, matched)
  const { id: studyId } = await archive.insertStudy(db, {
    ...study,
    clinicId,
    userId,
    patientId,
    sopInstanceUID: values.image.sopInstanceUID,
  })
  await indexStudy(db.unscopedDb, studyId)
  return { studyId, hasSeries: false }
}

async function addSeries(
  db: ClinicDb,
  { incoming, values }: ResolvedFile,
  studyId: StudyId,
  now: Date,
) {
  const { clinicId } = incoming
  const { series } = values
  await archive.insertSeries(db, { ...series, clinicId, studyId, createdOn: now.toISOString() })
}
