import type { ImageSlices } from '@talus/dicom'
import type { JSONColumnType } from 'kysely'
import type { ClinicId, ImageId, Instant, PatientPosition, StudyId, UserId } from '@talus/contract'

/** The slices of a CT, MR or PET image, read from its header. */
export interface SliceTable {
  imageId: ImageId
  clinicId: ClinicId
  /** SHA-256 of the file from which they were read. */
  sha256: string
  /** Null if the image cannot be shown as slices. */
  attributes: JSONColumnType<ImageSlices | null, string | null, string | null>
}

/** The position in which the animal of a study really lay, if the scanner was set to another one. */
export interface PositionCorrectionTable {
  studyId: StudyId
  clinicId: ClinicId
  actual: PatientPosition
  userId: UserId
  /** The name of the user at that time. */
  correctedBy: string
  correctedOn: Instant
}
