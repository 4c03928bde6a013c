import { findDentalRegion } from '@talus/anatomy'
import {
  folderBrand,
  formatMake,
  getKnownMake,
  getSpeciesName,
  productVersion,
} from '@talus/contract'
import { createDigitalXRay, createIntraOralXRay, createSecondaryCapture } from '@talus/dicom'
import type {
  AnimalPatient,
  Attributes,
  GreyPixels,
  ObjectContext,
  PatientInput,
  TechniqueInput,
} from '@talus/dicom'
import { overexposedShare } from '@talus/imaging/processing'
import { incompleteComment, toImageSubject } from '../../archive/index.ts'
import type { Operator, FrameSubject } from './frames.queries.ts'
import type { RawFrameInfo } from './raw-frame-info.ts'

/** All that the DICOM object of a frame is built from, except its pixels. */
export interface FrameMetadata {
  readonly info: RawFrameInfo
  readonly subject: FrameSubject
  readonly operator: Operator
  readonly uids: { readonly sopInstanceUID: string; readonly seriesInstanceUID: string }
  readonly numbers: { readonly series: number; readonly instance: number }
}

export interface FrameImageAttributes {
  readonly rows: number
  readonly columns: number
  /** Undefined for a frame that is not cropped. */
  readonly origin?: { readonly x: number; readonly y: number }
  readonly bitsStored: number
  readonly photometric: GreyPixels['photometric']
  readonly window: { readonly center: number; readonly width: number }
  readonly exposureIndex: number | null
  readonly targetExposureIndex: number | null
  readonly deviationIndex: number | null
  /** The share of the anatomy that is saturated; null if it was not measured. */
  readonly saturatedShare: number | null
  /** Whether the window is a sigmoid (PS3.3 C.11.2.1.3.1). */
  readonly isSigmoid: boolean
}

const focusMm = { small: 0.6, large: 1.2 }

export const formatOperatorName = ({ firstName, lastName, username }: Operator) =>
  [firstName, lastName].filter(Boolean).join(' ') || username

function toAnimalPatient(subject: FrameSubject): AnimalPatient {
  const { name, nameGroups, patientId, sex, birthDate, speciesId, breed, neutered } = subject
  return {
    kind: 'animal',
    name,
    nameGroups,
    patientId,
    sex,
    birthDate,
    species: speciesId === null ? null : getSpeciesName(speciesId),
    breed,
    isNeutered: neutered,
    owner: subject.owner,
    ownerGroups: subject.ownerGroups,
  }
}

/** The patient of a study for a DICOM object. */
export function toPatientInput(subject: FrameSubject): PatientInput {
  if (subject.clinicType !== 'Human') return toAnimalPatient(subject)
  const { name, nameGroups, patientId, sex, birthDate } = subject
  return { kind: 'human', name, nameGroups, patientId, sex, birthDate }
}

export function toObjectContext(frame: FrameMetadata): ObjectContext {
  const { info, subject, operator, uids, numbers } = frame
  const make = getKnownMake(info.device)
  return {
    patient: toPatientInput(subject),
    clinic: {
      name: subject.clinicName,
      address: subject.clinicAddress,
      timeZone: subject.timeZone,
    },
    study: {
      instanceUid: subject.studyInstanceUID,
      startedAt: subject.createdOn,
      id: subject.dicomStudyId,
      accessionNumber: subject.accessionNumber || subject.accessionCode,
      description: subject.description,
      referringPhysician: subject.referringPhysician,
    },
    series: {
      instanceUid: uids.seriesInstanceUID,
      number: numbers.series,
      operator: formatOperatorName(operator),
    },
    instance: {
      sopInstanceUid: uids.sopInstanceUID,
      number: numbers.instance,
      createdAt: info.exposedAt,
    },
    equipment: {
      manufacturer: make.brand,
      model: make.model,
      serialNumber: info.device.serial,
      softwareVersion: `Talus ${productVersion}`,
    },
  }
}

/** The values of a generator count, because they are measured. */
export const isTechniqueEntered = ({ technique, context }: RawFrameInfo) =>
  technique === null && context.enteredTechnique !== undefined

interface SetTechnique {
  readonly kv: number
  readonly mx: number
  readonly ma?: number
  readonly ms?: number
  readonly fo?: number | undefined
}
const getSetTechnique = ({ technique, context }: RawFrameInfo): SetTechnique | undefined =>
  technique ?? context.enteredTechnique

export function toTechnique(info: RawFrameInfo): TechniqueInput | undefined {
  const technique = getSetTechnique(info)
  if (!technique) return undefined
  const { kv, ma, ms, mx, fo } = technique
  return {
    kv,
    ma,
    ms,
    mas: mx,
    focalSpotMm: fo === undefined ? undefined : fo === 0 ? focusMm.small : focusMm.large,
    ...(isTechniqueEntered(info) && { comment: 'kV and mAs were entered by hand.' }),
  }
}

/**
 * The technique for the X-ray log. It is not read from the file, because an object of a body part
 * without a code has no attributes for it.
 */
export function toRecordedTechnique(info: RawFrameInfo) {
  const technique = getSetTechnique(info)
  if (!technique) return {}
  const { kv, ma = null, ms = null, mx: mas, fo } = technique
  return { kv, ma, ms, mas, focus: fo === undefined ? '' : fo === 0 ? 'S' : 'L' }
}

function findFrameRegion({ subject, info }: FrameMetadata) {
  const kind = subject.speciesId === null ? undefined : getSpeciesName(subject.speciesId)
  const { bodyPart } = info.context.annotation
  return kind && findDentalRegion(bodyPart, kind)
}

const formatPercent = (share: number) => `${Math.round(100 * share)} %`

/** Viewers of other systems show the image comments, so a fault of the image is written there. */
const listFaults = ({ info }: FrameMetadata, saturatedShare: number | null) => [
  ...(info.isIncomplete ? [incompleteComment] : []),
  ...(saturatedShare !== null && saturatedShare >= overexposedShare
    ? [`Overexposed: ${formatPercent(saturatedShare)} of the anatomy is saturated.`]
    : []),
]

/**
 * Partial View belongs to mammography; here it is an extension that keeps the state of the image
 * when its comments are replaced, for example by a corrected annotation.
 */
export const createIncompleteAttributes = ({ isIncomplete }: RawFrameInfo): Attributes =>
  isIncomplete ? { PartialView: 'YES', PartialViewDescription: incompleteComment } : {}

/** All DICOM attributes of the object except its pixel data. */
export function toDicomAttributes(frame: FrameMetadata, image: FrameImageAttributes): Attributes {
  const { info } = frame
  const { exposureIndex, targetExposureIndex, deviationIndex, saturatedShare } = image
  const { rows, columns, bitsStored, photometric, window, isSigmoid, origin } = image
  const pixels: GreyPixels = {
    rows,
    columns,
    bitsStored,
    photometric,
    window,
    bitsAllocated: 16,
  }
  const { instance, ...others } = toObjectContext(frame)
  const comments = listFaults(frame, saturatedShare).join(' ') || undefined
  const context = { ...others, instance: { ...instance, comments } }
  const { pitch, device } = info
  const input = {
    ...context,
    pixels,
    detector: {
      id: device.serial,
      description: formatMake(device) || folderBrand,
      type: 'SCINTILLATOR' as const,
      spacingMm: [pitch ?? 1, pitch ?? 1] as const,
      fieldOrigin: origin && ([origin.y, origin.x] as const),
    },
    technique: toTechnique(info),
    ...(exposureIndex === null
      ? {}
      : {
          exposureIndex: {
            value: exposureIndex,
            target: targetExposureIndex ?? undefined,
            deviation: deviationIndex ?? undefined,
          },
        }),
  }
  const extra = {
    ...(isSigmoid ? { VOILUTFunction: 'SIGMOID' } : {}),
    // Without a known pixel pitch nothing may be measured in millimetres.
    ...(pitch === null ? { ImagerPixelSpacing: undefined } : {}),
    ...createIncompleteAttributes(info),
  }
  const region = device.modality === 'Dental' ? findFrameRegion(frame) : undefined
  if (region)
    return {
      ...createIntraOralXRay({ ...input, patient: toAnimalPatient(frame.subject), region }),
      ...extra,
    }
  const subject = toImageSubject(info.context.annotation, frame.subject.clinicType)
  if (subject) return { ...createDigitalXRay({ ...input, subject }), ...extra }
  // A body part without a DICOM code is stored as secondary capture.
  const modality = device.modality === 'Dental' ? 'IO' : 'DX'
  const { bodyPart, bodyPartView } = info.context.annotation
  const description = `${bodyPart} ${bodyPartView}`.trim()
  const series = { ...context.series, description }
  return {
    ...createSecondaryCapture({ ...context, series, pixels, modality, conversion: 'DI' }),
    ...extra,
  }
}
