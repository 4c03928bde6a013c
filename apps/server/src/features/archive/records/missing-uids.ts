import type { DicomIdentity } from '@talus/dicom'
import { deriveUid } from './derive-uid.ts'

/**
 * Some systems leave out UIDs. Images of the same patient and day then get the same study.
 * Undefined if nothing is missing; an invalid UID is not replaced, but refused.
 */
export function createMissingUids(identity: DicomIdentity, sha256: string) {
  const { patientId, patientName, studyDate, modality, seriesNumber } = identity
  const instance = identity.sopInstanceUid || deriveUid('instance', sha256)
  const isDatedPatient = studyDate !== '' && (patientId !== '' || patientName !== '')
  const study =
    identity.studyInstanceUid ||
    (isDatedPatient
      ? deriveUid('study', patientId, patientName, studyDate)
      : deriveUid('study of', instance))
  const series =
    identity.seriesInstanceUid || deriveUid('series', study, modality, String(seriesNumber ?? ''))
  const added = {
    ...(identity.sopInstanceUid === '' && { SOPInstanceUID: instance }),
    ...(identity.studyInstanceUid === '' && { StudyInstanceUID: study }),
    ...(identity.seriesInstanceUid === '' && { SeriesInstanceUID: series }),
  }
  return Object.keys(added).length > 0 ? added : undefined
}
