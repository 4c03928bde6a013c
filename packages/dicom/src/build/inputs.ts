import type {
  BodyPart,
  DentalRegion,
  Orientation,
  ImageLaterality,
  SnomedCode,
  View,
} from '@talus/anatomy'
import type { Day, Instant, Species } from '@talus/contract'

interface PatientBase {
  readonly name: string
  /** The ideographic and phonetic writing of the name, as `山田=やまだ`. */
  readonly nameGroups?: string | undefined
  /** The clinic's own identifier. */
  readonly patientId: string
  readonly sex?: 'Male' | 'Female' | null | undefined
  readonly birthDate?: Day | null | undefined
  readonly weightKg?: number | null | undefined
  readonly comments?: string | undefined
}

export interface AnimalPatient extends PatientBase {
  readonly kind: 'animal'
  readonly species?: Species | null | undefined
  /** As stored in the patient record; a name that is not in the list of breeds has no code. */
  readonly breed?: string | null | undefined
  /** Null if unknown. */
  readonly isNeutered?: boolean | null | undefined
  /** The digits of ISO 11784. */
  readonly microchip?: string | undefined
  readonly owner?: string | null | undefined
  readonly ownerGroups?: string | null | undefined
}

/** A patient of a human clinic: none of the veterinary attributes. */
export interface HumanPatient extends PatientBase {
  readonly kind: 'human'
}

export type PatientInput = AnimalPatient | HumanPatient

export interface ClinicInput {
  readonly name: string
  readonly address?: string | undefined
  /** The time zone of study dates and times. */
  readonly timeZone: string
  /** A shelter owns its patients and is their responsible organization. */
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

/** The patient, study, series and instance that an object belongs to. */
export interface ObjectContext {
  readonly patient: PatientInput
  readonly clinic: ClinicInput
  readonly study: StudyInput
  readonly series: SeriesInput
  readonly instance: InstanceInput
  readonly equipment?: EquipmentInput | undefined
}

/** The settings of the generator, or the values that it reported. */
export interface TechniqueInput {
  readonly kv?: number | undefined
  readonly ma?: number | undefined
  readonly ms?: number | undefined
  /** Only if it is not the product of `ma` and `ms`. */
  readonly mas?: number | undefined
  readonly focalSpotMm?: number | undefined
  readonly grid?: 'NONE' | 'FIXED' | 'FOCUSED' | 'PARALLEL' | 'RECIPROCATING' | undefined
  readonly sourceToDetectorMm?: number | undefined
  readonly sourceToPatientMm?: number | undefined
  readonly thicknessMm?: number | undefined
  /** The origin of the values, if no generator reported them. */
  readonly comment?: string | undefined
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
  /** Pixel spacing in the plane of the detector: of rows, then of columns. */
  readonly spacingMm: readonly [rows: number, columns: number]
  /**
   * Origin of the image on the detector, in detector pixels; undefined for an image of all of it.
   */
  readonly fieldOrigin?: readonly [row: number, column: number] | undefined
}

/** Pixel spacing in the plane of the patient, as a user calibrated it on this image. */
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
  /** By default the full range of the stored bits. */
  readonly window?: { readonly center: number; readonly width: number } | undefined
  readonly lossy?: LossyInput | undefined
}

export interface ColourPixels {
  readonly rows: number
  readonly columns: number
  /** Interleaved RGB, or YBR_FULL_422 for an unchanged JPEG. */
  readonly photometric: 'RGB' | 'YBR_FULL_422'
  readonly lossy?: LossyInput | undefined
}

/** The side follows from the part and the view. */
export interface AnimalSubject {
  readonly kind: 'animal'
  readonly part: BodyPart
  readonly view: View
}

export interface HumanSubject {
  readonly kind: 'human'
  /** A term of PS3.16 annex L. */
  readonly bodyPartExamined: string
  readonly region?: SnomedCode | undefined
  readonly viewPosition?: string | undefined
  readonly viewCode?: SnomedCode | undefined
  readonly side: ImageLaterality
  /** In the terms for human patients: A, P, R, L, H, F. Required in an image for presentation. */
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
  /** Modality of the device that the image came from; OT if unknown. */
  readonly modality?: string | undefined
  readonly subject?: ImageSubject | undefined
  readonly calibration?: CalibrationInput | undefined
  /** Conversion Type; WSD is a workstation, DI a digital interface (PS3.3 C.8.6.1). */
  readonly conversion?: 'DV' | 'DI' | 'DF' | 'WSD' | 'SD' | 'SI' | 'DRW' | 'SYN' | undefined
  readonly isBurnedIn?: boolean | undefined
}

export interface InstanceReference {
  readonly sopClassUid: string
  readonly sopInstanceUid: string
}

export interface EncapsulatedPdfInput extends ObjectContext {
  readonly title: string
  readonly pdf: Uint8Array
  /** Set if the PDF is a version of the report of the study. */
  readonly report?:
    | {
        readonly isVerified: boolean
        /** The images that it shows. */
        readonly sources: readonly InstanceReference[]
        /** The former version, in the same series. */
        readonly predecessor?: { readonly sopInstanceUid: string } | undefined
      }
    | undefined
}
