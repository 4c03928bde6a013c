import { refuse } from '@talus/contract'
import type { ClinicId, ImageId, PatientId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { findStudyKeysOf, lockClinic } from '../../../db/listing/index.ts'
import type { PatientClaim } from '../../../db/reassign-tables.ts'
import { toClaim } from './claimed-patient.ts'
import { findRemainingRecord } from '../../patients/index.ts'
import { findContradictions } from './compare-identity.ts'
import { findStudyConflict, hold, isExpectedInStudy, toRecordIdentity } from './hold-file.ts'
import type { Conflict } from './hold-file.ts'
import { unknownExposure } from './exposure.ts'
import { createPatient, matchPatient } from './match-patient.ts'
import { toRecordValues } from './record-values.ts'
import * as archive from './records.queries.ts'
import type { CaptureDetails, IncomingFile, InsertResult, ResolvedFile } from './resolved-file.ts'

/**
 * Resolves the records of a file, or refuses it. Writes nothing.
 * @param lockedClinics those that the transaction has locked so far
 */
export async function resolveFile(
  db: ClinicDb,
  incoming: IncomingFile,
  now: Date,
  lockedClinics = new Set<ClinicId>(),
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
  return { incoming, values, existing, lockedClinics }
}

/**
 * Inserts the records of a file, or an entry of the conflict tray. The caller holds the transaction.
 */
export async function insertRecords(
  db: ClinicDb,
  resolved: ResolvedFile,
  now: Date,
): Promise<InsertResult> {
  const { values, existing } = resolved
  // Also by the UID that it had before a correction, or with which it waited in the tray.
  const knownId = existing.imageId ?? existing.replacingId ?? existing.decidedId
  if (knownId !== null) return findKnown(db, resolved, knownId, now)
  const target = await findOrCreateStudy(db, resolved, now)
  if ('reason' in target) return hold(db, resolved, target, now)
  const imageId = await insertImage(db, resolved, target, now)
  const { studyId } = target
  return { outcome: 'filed', imageId, studyId, values, hasChanged: true }
}

/** Inserts the image of a file into a study. */
export async function insertImage(
  db: ClinicDb,
  resolved: ResolvedFile,
  { studyId, hasSeries }: TargetStudy,
  now: Date,
): Promise<ImageId> {
  const { incoming, values } = resolved
  const { clinicId, userId, capture } = incoming
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
  const { slices: attributes } = incoming.reading
  if (attributes !== undefined)
    await archive.insertSlice(db, { imageId, clinicId, sha256: incoming.file.sha256, attributes })
  const exposure = mergeExposure(resolved)
  if (exposure) await archive.insertExposure(db, { imageId, clinicId, ...exposure })
  await capture?.afterInsert(db, imageId)
  return imageId
}

/** The instance is stored already: the same content changes nothing, other content is held. */
async function findKnown(
  db: ClinicDb,
  resolved: ResolvedFile,
  knownId: ImageId,
  now: Date,
): Promise<InsertResult> {
  const { incoming, values } = resolved
  const { from, capture, compared } = incoming
  const image = await archive.findImage(db, knownId)
  const { id: imageId, studyId, filePath, sha256 } = image
  const isFormerUid = resolved.existing.imageId === null && resolved.existing.replacingId !== null
  const isUnusable = compared?.filePath === filePath && compared.isUnusable === true
  const existing = { imageId, filePath, sha256, isFormerUid, isUnusable }
  const known = { outcome: 'filed', imageId, studyId, values, existing } as const
  if (capture) await updateCaptured(db, resolved, capture, imageId)
  // A file that a dead server left was not acknowledged: it may be half of a correction.
  if (!from || from.kind === 'restart') return { ...known, hasChanged: capture !== undefined }
  const isSameFile = sha256 !== '' && sha256 === incoming.file.sha256
  if (!isSameFile && compared?.filePath !== filePath)
    return { outcome: 'compare', values, existing }
  const isSame = isSameFile || compared?.isSame === true
  if (isSame && !image.isStudyDeleted && !image.isRejected) return { ...known, hasChanged: false }
  const record = { patientId: image.recordPatientId, studyId, imageId }
  // A user who sends it again misses it.
  if (isSame && !image.isStudyDeleted)
    return hold(db, resolved, { reason: 'image-rejected', ...record }, now)
  const isOther =
    findContradictions(values.patient, toRecordIdentity(image)).length > 0 &&
    !(await isExpectedInStudy(db, incoming, values, image))
  const differs = isOther ? 'study-differs' : 'content-differs'
  const reason = image.isStudyDeleted ? 'study-deleted' : differs
  return hold(db, resolved, { reason, ...record }, now)
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
): Promise<TargetStudy | Conflict> {
  const { values, existing } = resolved
  const { clinicId, userId, from } = resolved.incoming
  const { study } = values
  if (existing.studyId !== null) {
    const { studyId } = existing
    const conflict = await findStudyConflict(db, resolved, { ...existing, studyId })
    if (conflict) return conflict
    if (existing.studyModality === 'Unspecified' && study.modality !== 'Unspecified')
      await archive.setModality(db, studyId, study.modality)
    return { studyId, hasSeries: existing.seriesId !== null }
  }
  const made = await lockAndFindStudy(db, resolved)
  if (made) {
    const { studyId, seriesId } = made
    return (
      (await findStudyConflict(db, resolved, made)) ?? { studyId, hasSeries: seriesId !== null }
    )
  }
  const match = await matchPatient(db, values.patient)
  if (match.kind === 'uncertain' && from)
    return { reason: match.reason, patientId: match.patientId, studyId: null, imageId: null }
  const known = match.kind === 'new' ? undefined : await findRemainingRecord(db, match.patientId)
  // No list shows a deleted animal: users would not find the images with it.
  if (known && from && known.status !== 'Active')
    return { reason: 'patient-inactive', patientId: known.id, studyId: null, imageId: null }
  const patientId =
    known?.id ?? (await createPatient(db, values.patient, { clinicId, userId }, now))
  const claim = from ? toClaim(values.patient) : null
  return { studyId: await addStudy(db, resolved, patientId, claim), hasSeries: false }
}

/**
 * Locks the clinic and finds a study that another sender has created meanwhile. A file that was
 * resolved under the lock, because another one of its group took it, knows of that study already.
 */
async function lockAndFindStudy(db: ClinicDb, { values, incoming, lockedClinics }: ResolvedFile) {
  const { clinicId } = incoming
  if (lockedClinics.has(clinicId)) return undefined
  await lockClinic(db.unscopedDb, clinicId)
  lockedClinics.add(clinicId)
  const { studyInstanceUID } = values.study
  const { seriesInstanceUID } = values.series
  return archive.findStudy(db, { studyInstanceUID, seriesInstanceUID })
}

/** `claim` is kept for a study whose patient was found by it; null if a user chose the patient. */
export async function addStudy(
  db: ClinicDb,
  { values, incoming: { clinicId, userId } }: ResolvedFile,
  patientId: PatientId,
  claim: PatientClaim | null = null,
): Promise<StudyId> {
  return archive.insertStudy(db, {
    ...values.study,
    ...(await findStudyKeysOf(db.unscopedDb, { patientId, userId })),
    clinicId,
    userId,
    patientId,
    sopInstanceUID: values.image.sopInstanceUID,
    claim: claim && JSON.stringify(claim),
  })
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
