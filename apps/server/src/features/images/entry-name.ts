import type { ImageId, Instant, PatientId, StudyId } from '@talus/contract'
import { dayIn } from '../../time/day-in.ts'
import { namePart, wholeName } from './safe-name.ts'

export interface NamedImage {
  readonly imageId: ImageId
  readonly bodyPart: string
  readonly bodyPartView: string
  readonly isRejected: boolean
  readonly studyId: StudyId
  readonly studyDate: Instant
  /** The patient's key in the database; `patientCode` is the one that people gave him. */
  readonly patientId: PatientId
  readonly patientCode: string
  readonly patientName: string
}

/** Windows gives up at 260 characters for the whole path, Linux at 255 bytes for one name. */
const nameMax = 32
const codeMax = 24

/** `01 Chest-LAT.jpg`: for those who know no numbers of ours. */
export function plainEntryName(image: NamedImage, position: number, ending: string): string {
  const parts = [namePart(image.bodyPart, nameMax), namePart(image.bodyPartView, nameMax)]
  const name = parts.filter((part) => part !== '').join('-')
  return `${`${String(position).padStart(2, '0')} ${name}`.trim()}.${ending}`
}

/**
 * `Rex P-7 (12)/2026-02-10 (15)/Chest-LAT-31.dcm`. The numbers make it unique, also where capitals
 * do not count and where two names became the same when they were made safe; so nobody has to
 * remember which names have been given.
 */
export function entryName(image: NamedImage, timeZone: string, ending: string): string {
  const joined = (parts: readonly string[], by: string) =>
    wholeName(parts.filter((part) => part !== '').join(by))
  const patient = [
    namePart(image.patientName, nameMax),
    namePart(image.patientCode, codeMax),
    `(${image.patientId})`,
  ]
  const study = [dayIn(timeZone, new Date(image.studyDate)), `(${image.studyId})`]
  const file = [
    namePart(image.bodyPart, nameMax),
    namePart(image.bodyPartView, nameMax),
    String(image.imageId),
    image.isRejected ? 'rejected' : '',
  ]
  return `${joined(patient, ' ')}/${joined(study, ' ')}/${joined(file, '-')}.${ending}`
}
