import type {
  BeamSide,
  BodyPart,
  DentalRegion,
  Orientation,
  Side,
  SnomedCode,
  View,
} from '@talus/anatomy'
import type { Day, Instant, Species } from '@talus/contract'

interface Person {
  readonly name: string
  /** The clinic's own identifier. */
  readonly patientId: string
  readonly sex?: 'Male' | 'Female' | null | undefined
  readonly birthDate?: Day | null | undefined
  readonly weightKg?: number | null | undefined
  readonly comments?: string | undefined
}

export interface AnimalPatient extends Person {
  readonly kind: 'animal'
  readonly species?: Species | null | undefined
  /** As stored; a name that is not in the list of breeds has no code. */
  readonly breed?: string | null | undefined
  /** Null where nobody said. */
  readonly isNeutered?: boolean | null | undefined
  /** The digits of ISO 11784. */
  readonly microchip?: string | undefined
  readonly owner?: string | null | undefined
}

/** In a clinic for people: none of the veterinary attributes. */
export interface HumanPatient extends Person {
  readonly kind: 'human'
}

export type PatientInput = AnimalPatient | HumanPatient

export interface ClinicInput {
  readonly name: string
  readonly address?: string | undefined
  /** Study dates and times are those of the clock on its wall. */
  readonly timeZone: string
  /** The animals in its care are its own: it is the responsible organization. */
  readonly isShelter?: boolean | undefined
}

export interface StudyInput {
  readonly instanceUid: string
  readonly startedAt: Instant
  readonly id?: string | undefined
  readonly accessionNumber?: string | undefined
  readonly description?: string | undefined
  readonly referringPhysician?: string | undefined
}

export interface SeriesInput {
  readonly instanceUid: string
  readonly number: number
  readonly description?: string | undefined
  readonly operator?: string | undefined
}

export interface InstanceInput {
  readonly sopInstanceUid: string
  readonly number: number
  readonly createdAt: Instant
  readonly comments?: string | undefined
}

export interface EquipmentInput {
  readonly manufacturer?: string | undefined
  readonly model?: string | undefined
  readonly serialNumber?: string | undefined
  readonly softwareVersion?: string | undefined
  readonly stationName?: string | undefined
}

/** What every object says of where it belongs. */
export interface ObjectContext {
  readonly patient: PatientInput
  readonly clinic: ClinicInput
  readonly study: StudyInput
  readonly series: SeriesInput
  readonly instance: InstanceInput
  readonly equipment?: EquipmentInput | undefined
}

/** What the generator was set to, or said that it had done. */
export interface TechniqueInput {
  readonly kv?: number | undefined
  readonly ma?: number | undefined
  readonly ms?: number | undefined
  /** Where it is not the product of the two. */
  readonly mas?: number | undefined
  readonly focalSpotMm?: number | undefined
  readonly grid?: 'NONE' | 'FIXED' | 'FOCUSED' | 'PARALLEL' | 'RECIPROCATING' | undefined
  readonly sourceToDetectorMm?: number | undefined
  readonly sourceToPatientMm?: number | undefined
  readonly thicknessMm?: number | undefined
}

/** IEC 62494-1. */
export interface ExposureIndexInput {
  readonly value: number
  readonly target?: number | undefined
  readonly deviation?: number | undefined
}

export interface DetectorInput {
  readonly id?: string | undefined
  readonly description?: string | undefined
  readonly type?: 'DIRECT' | 'SCINTILLATOR' | 'STORAGE' | 'FILM' | undefined
  /** In the plane of the detector: distance of rows, then of columns. */
  readonly spacingMm: readonly [rows: number, columns: number]
  /** Where on the detector the image begins, in its pixels; not said for an image of all of it. */
  readonly fieldOrigin?: readonly [row: number, column: number] | undefined
}

/** In the plane of the animal, as somebody measured it on this image. */
export interface CalibrationInput {
  readonly spacingMm: readonly [rows: number, columns: number]
  readonly type: 'FIDUCIAL' | 'GEOMETRY'
  readonly description?: string | undefined
}

export interface LossyInput {
  readonly ratio: number
  /** For example ISO_10918_1. */
  readonly method: string
}

export interface GreyPixels {
  readonly rows: number
  readonly columns: number
  readonly bitsAllocated: 8 | 16
  readonly bitsStored: number
  readonly photometric: 'MONOCHROME1' | 'MONOCHROME2'
  /** All values that the bits can have, where nothing is said. */
  readonly window?: { readonly center: number; readonly width: number } | undefined
  readonly lossy?: LossyInput | undefined
}

export interface ColourPixels {
  readonly rows: number
  readonly columns: number
  /** Red, green and blue one after another for each pixel; YBR_FULL_422 for a JPEG as it came. */
  readonly photometric: 'RGB' | 'YBR_FULL_422'
  readonly lossy?: LossyInput | undefined
}

export interface AnimalSubject {
  readonly kind: 'animal'
  readonly part: BodyPart
  readonly view: View
  /** Of a leg or shoulder; both where nobody said, which claims no side. */
  readonly side?: 'L' | 'R' | 'B' | undefined
  /** In which side of the trunk the beam went. */
  readonly beam?: BeamSide | undefined
}

export interface HumanSubject {
  readonly kind: 'human'
  /** A term of PS3.16 annex L. */
  readonly bodyPartExamined: string
  readonly region?: SnomedCode | undefined
  readonly viewPosition?: string | undefined
  readonly viewCode?: SnomedCode | undefined
  readonly side: Side
  /** In the letters for people: A, P, R, L, H, F. An image for presentation must say it. */
  readonly orientation: Orientation
}

export type ImageSubject = AnimalSubject | HumanSubject

interface Radiograph extends ObjectContext {
  readonly pixels: GreyPixels
  readonly detector: DetectorInput
  readonly technique?: TechniqueInput | undefined
  readonly exposureIndex?: ExposureIndexInput | undefined
  readonly calibration?: CalibrationInput | undefined
  /** Whether names or markers are part of the pixels. */
  readonly isBurnedIn?: boolean | undefined
}

export interface DigitalXRayInput extends Radiograph {
  readonly subject: ImageSubject
}

export interface IntraOralInput extends Radiograph {
  readonly patient: AnimalPatient
  readonly region: DentalRegion
}

export interface SecondaryCaptureInput extends ObjectContext {
  readonly pixels: GreyPixels | ColourPixels
  /** Of the machine that the picture came from; OT where nobody knows. */
  readonly modality?: string | undefined
  readonly subject?: ImageSubject | undefined
  readonly calibration?: CalibrationInput | undefined
  /** How it became digital; WSD is a workstation, DI a digital interface (PS3.3 C.8.6.1). */
  readonly conversion?: 'DV' | 'DI' | 'DF' | 'WSD' | 'SD' | 'SI' | 'DRW' | 'SYN' | undefined
  readonly isBurnedIn?: boolean | undefined
}

export interface EncapsulatedPdfInput extends ObjectContext {
  readonly title: string
  readonly pdf: Uint8Array
}
