import type { ClinicId, ImageId, Instant, Protocol, StudyId, UserId } from '@talus/contract'
import type { Generated, JSONColumnType } from 'kysely'

/** What stands around the taking of images. */
export interface RawFrameTable {
  frameId: string
  clinicId: ClinicId
  studyId: StudyId
  userId: UserId
  /** Null until the image is made of it. */
  imageId: ImageId | null
  filePath: string
  sha256: string
  byteLength: number
  /** All that the bridge and the screen told of it. */
  info: JSONColumnType<Record<string, unknown>>
  look: Generated<string>
  isRecovered: Generated<boolean>
  createdOn: Instant
}

/** Names that an image had, or was to get: see its migration. */
export interface ReplacedInstanceTable {
  clinicId: ClinicId
  sopInstanceUID: string
  imageId: ImageId
}

export interface StudyRestraintTable {
  studyId: StudyId
  clinicId: ClinicId
  holders: Generated<string>
  isSedated: Generated<boolean>
}

export interface ProtocolTable {
  id: Generated<number>
  clinicId: ClinicId
  /** One that comes with the product, and was changed or removed here. */
  builtIn: string | null
  isRemoved: Generated<boolean>
  name: string
  speciesId: number
  modality: Protocol['modality']
  steps: JSONColumnType<Protocol['steps']>
  createdOn: Instant
}
