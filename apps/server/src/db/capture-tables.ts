import type {
  animalSizes,
  ClinicId,
  ImageId,
  Instant,
  Protocol,
  ReplacementReason,
  StudyId,
  UserId,
} from '@talus/contract'
import type { Generated, JSONColumnType } from 'kysely'

type AnimalSize = (typeof animalSizes)[number]

/** Tables for the capture of images. */
export interface RawFrameTable {
  frameId: string
  clinicId: ClinicId
  studyId: StudyId
  userId: UserId
  /** Null until the frame has been processed into an image. */
  imageId: ImageId | null
  filePath: string
  sha256: string
  byteLength: number
  /** All values that the bridge and the capture screen sent with the frame. */
  info: JSONColumnType<Record<string, unknown>>
  preset: Generated<string>
  isRecovered: Generated<boolean>
  createdOn: Instant
}

/** UIDs that an image had or was to get: see migrations 0013 and 0024. */
export interface ReplacedInstanceTable {
  clinicId: ClinicId
  sopInstanceUID: string
  imageId: ImageId
  /** The file of the replaced instance; null if it was not kept. */
  filePath: string | null
  sha256: Generated<string>
  byteLength: Generated<number>
  reason: Generated<ReplacementReason | ''>
  userId: UserId | null
  /** Null for a UID that the image was to get. */
  replacedOn: Instant | null
}

/** The restraint of the animal from a moment on, until the next entry of the study. */
export interface RestraintEntryTable {
  id: Generated<number>
  clinicId: ClinicId
  studyId: StudyId
  userId: UserId
  holders: Generated<string>
  isSedated: Generated<boolean>
  createdOn: Instant
}

/** A later change of the restraint of an exposure, with the value that it replaced. */
export interface RestraintCorrectionTable {
  id: Generated<number>
  clinicId: ClinicId
  imageId: ImageId
  userId: UserId
  previousHolders: string
  previousIsSedated: boolean
  holders: string
  isSedated: boolean
  createdOn: Instant
}

/** A later change of body part, view or size of an image, with the values that it replaced. */
export interface AnnotationCorrectionTable {
  id: Generated<number>
  clinicId: ClinicId
  imageId: ImageId
  userId: UserId
  previousBodyPart: string
  previousBodyPartView: string
  previousAnimalSize: AnimalSize | null
  bodyPart: string
  bodyPartView: string
  animalSize: AnimalSize | null
  createdOn: Instant
}

export interface ProtocolTable {
  id: Generated<number>
  clinicId: ClinicId
  /**
   * Key of the built-in protocol that the clinic has changed or removed; null for its own
   * protocols.
   */
  builtIn: string | null
  isRemoved: Generated<boolean>
  name: string
  speciesId: number
  modality: Protocol['modality']
  steps: JSONColumnType<Protocol['steps']>
  /** Increases with each change. */
  revision: Generated<number>
  createdOn: Instant
}
