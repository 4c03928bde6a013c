import { StatedSpeciesId } from '@talus/contract'
import type { Day, ImageId, PatientId, StudyId, TrayIdentity, TrayReason } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { findRemainingPatient } from '../../patients/index.ts'
import { addTrayEntry } from '../tray/add-entry.ts'
import * as tray from '../tray/tray.queries.ts'
import * as claims from './claims.queries.ts'
import { findContradictions, readStatedPatient, toClaimKey } from './compare-identity.ts'
import type { PatientIdentity } from './compare-identity.ts'
import { matchPatient } from './match-patient.ts'
import type { RecordValues } from './record-values.ts'
import * as archive from './records.queries.ts'
import type { InsertResult, ResolvedFile } from './resolved-file.ts'

/** Why a file cannot be filed, and the record that contradicts it. */
export interface Conflict {
  readonly reason: TrayReason
  readonly patientId: PatientId | null
  readonly studyId: StudyId | null
  readonly imageId: ImageId | null
}

/** Adds a file to the conflict tray, unless one with the same content is there. */
export async function hold(
  db: ClinicDb,
  { incoming, values }: ResolvedFile,
  { reason, ...record }: Conflict,
  now: Date,
): Promise<InsertResult> {
  const { clinicId, userId, from, file } = incoming
  if (!from) throw new Error('a file of this server is never held')
  const { sha256 } = file
  const earlier = await tray.findSameFile(db, sha256, incoming.compared?.entryId)
  if (earlier && earlier.decision === null) return { outcome: 'held', values, isAgain: true }
  if (earlier?.image) {
    const { imageId, filePath, studyId } = earlier.image
    const existing = { imageId, filePath, sha256, isFormerUid: true }
    return { outcome: 'filed', imageId, studyId, values, existing, hasChanged: false }
  }
  await addTrayEntry(db, {
    clinicId,
    userId,
    reason,
    sender: from,
    file: { ...file, hasPixels: values.image.hasPixels },
    claim: toTrayIdentity(values),
    record,
    now,
  })
  return { outcome: 'held', values, isAgain: false }
}

/** The claims of a file, as the tray shows them. */
export function toTrayIdentity({ patient, study, series, image }: RecordValues): TrayIdentity {
  const { number, issuer, name, owner, birthDate, speciesId } = patient
  return {
    patientId: number,
    issuer,
    name,
    owner,
    birthDate,
    speciesId: speciesId === null ? null : StatedSpeciesId.parse(speciesId),
    studyInstanceUID: study.studyInstanceUID,
    sopInstanceUID: image.sopInstanceUID,
    modality: series.modality,
    studyDate: study.createdOn,
  }
}

type StudyPatient = Parameters<typeof toRecordIdentity>[0] & {
  readonly studyId: StudyId
  readonly isStudyDeleted: boolean | null
  readonly recordPatientId: PatientId | null
}

export const toRecordIdentity = (row: {
  readonly recordNumber: string | null
  readonly recordIssuer: string | null
  readonly recordName: string | null
  readonly recordBirthDate: Day | null
  readonly recordSpeciesId: number | null
  readonly recordOwner: string | null
}): PatientIdentity => ({
  number: row.recordNumber ?? '',
  issuer: row.recordIssuer ?? '',
  name: row.recordName ?? '',
  owner: row.recordOwner ?? '',
  birthDate: row.recordBirthDate,
  speciesId: row.recordSpeciesId,
})

/** A study keeps its UID for life: a file of another animal with that UID is an error of a system. */
export async function findStudyConflict(
  db: ClinicDb,
  { incoming, values }: ResolvedFile,
  study: StudyPatient,
): Promise<Conflict | undefined> {
  if (!incoming.from) return undefined
  const { studyId, recordPatientId: patientId } = study
  const record = { patientId, studyId, imageId: null }
  const contradictions = findContradictions(values.patient, toRecordIdentity(study))
  if (contradictions.length > 0 && !(await isExpectedInStudy(db, incoming, values, study)))
    return { reason: 'study-differs', ...record }
  return study.isStudyDeleted ? { reason: 'study-deleted', ...record } : undefined
}

/**
 * Whether a file that contradicts the animal of a study belongs to that study nevertheless: a user
 * filed one with the same claims there, a file of the study states the same patient (the record was
 * corrected, or the study moved), or the claims lead to the animal by another number.
 */
export async function isExpectedInStudy(
  db: ClinicDb,
  { reading }: Pick<ResolvedFile['incoming'], 'reading'>,
  { patient }: Pick<RecordValues, 'patient'>,
  { studyId, recordPatientId }: Pick<StudyPatient, 'studyId' | 'recordPatientId'>,
): Promise<boolean> {
  if (await claims.hasStudyClaim(db, studyId, toClaimKey(patient))) return true
  if (await isStatedInStudy(db, studyId, reading.json)) return true
  const match = await matchPatient(db, patient)
  return (
    match.kind === 'found' && (await findRemainingPatient(db, match.patientId)) === recordPatientId
  )
}

async function isStatedInStudy(db: ClinicDb, studyId: StudyId, json: string): Promise<boolean> {
  const stated = readStatedPatient(json)
  const headers = await archive.listHeadersOfStudy(db, studyId)
  return headers.some((header) => readStatedPatient(header.json) === stated)
}
