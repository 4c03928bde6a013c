import type { ImageId, Instant, PatientId, StudyId } from '@talus/contract'
import { formatDay } from '../../../time/format-day.ts'
import { toNamePart, toSafeName } from './safe-name.ts'

export interface NamedImage {
  readonly imageId: ImageId
  readonly bodyPart: string
  readonly bodyPartView: string
  readonly isRejected: boolean
  readonly studyId: StudyId
  readonly studyDate: Instant
  /** The patient's key in the database; `patientCode` is the number that users gave the patient. */
  readonly patientId: PatientId
  readonly patientCode: string
  readonly patientName: string
}

/** Windows limits the whole path to 260 characters, Linux one name to 255 bytes. */
const nameMax = 32
const codeMax = 24

/** `01 Chest-LAT.jpg`: for recipients outside of the clinic, who know no ids. */
export function formatPlainEntryName(
  image: NamedImage,
  position: number,
  extension: string,
): string {
  const parts = [toNamePart(image.bodyPart, nameMax), toNamePart(image.bodyPartView, nameMax)]
  const name = parts.filter((part) => part !== '').join('-')
  return `${`${String(position).padStart(2, '0')} ${name}`.trim()}.${extension}`
}

/**
 * `Rex P-7 (12)/2026-02-10 (15)/Chest-LAT-31.dcm`. The ids make it unique, also on systems that
 * ignore case and for two names that became equal when they were made safe; so no list of used
 * names is needed.
 */
export function formatEntryName(image: NamedImage, timeZone: string, extension: string): string {
  const join = (parts: readonly string[], by: string) =>
    toSafeName(parts.filter((part) => part !== '').join(by))
  const patient = [
    toNamePart(image.patientName, nameMax),
    toNamePart(image.patientCode, codeMax),
    `(${image.patientId})`,
  ]
  const study = [formatDay(timeZone, new Date(image.studyDate)), `(${image.studyId})`]
  const file = [
    toNamePart(image.bodyPart, nameMax),
    toNamePart(image.bodyPartView, nameMax),
    String(image.imageId),
    image.isRejected ? 'rejected' : '',
  ]
  return `${join(patient, ' ')}/${join(study, ' ')}/${join(file, '-')}.${extension}`
}
