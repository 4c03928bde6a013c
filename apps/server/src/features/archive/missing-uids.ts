import type { Identity } from '@talus/dicom'
import { uidOf } from './uid-of.ts'

/**
 * Some systems leave out what a file is filed by. Images that would belong together, by patient and
 * day, then get the same study. Undefined where nothing is missing; a UID that is there and wrong is
 * not replaced, but refused.
 */
export function missingUids(identity: Identity, sha256: string) {
  const { patientId, patientName, studyDate, modality, seriesNumber } = identity
  const instance = identity.sopInstanceUid || uidOf('instance', sha256)
  const isOfSomeDay = studyDate !== '' && (patientId !== '' || patientName !== '')
  const study =
    identity.studyInstanceUid ||
    (isOfSomeDay ? uidOf('study', patientId, patientName, studyDate) : uidOf('study of', instance))
  const series =
    identity.seriesInstanceUid || uidOf('series', study, modality, String(seriesNumber ?? ''))
  const added = {
    ...(identity.sopInstanceUid === '' && { SOPInstanceUID: instance }),
    ...(identity.studyInstanceUid === '' && { StudyInstanceUID: study }),
    ...(identity.seriesInstanceUid === '' && { SeriesInstanceUID: series }),
  }
  return Object.keys(added).length > 0 ? added : undefined
}
