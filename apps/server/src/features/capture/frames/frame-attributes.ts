import {
  bodyParts,
  findDentalRegion,
  findHumanPart,
  isBodyPart,
  isHumanView,
  isView,
} from '@talus/anatomy'
import type { BodyPart, HumanBodyPart, HumanView, View } from '@talus/anatomy'
import { productVersion, getSpeciesName } from '@talus/contract'
import { createDigitalXRay, createIntraOralXRay, createSecondaryCapture } from '@talus/dicom'
import type {
  AnimalPatient,
  Attributes,
  GreyPixels,
  ImageSubject,
  ObjectContext,
  PatientInput,
  TechniqueInput,
} from '@talus/dicom'
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
  /** Whether the window is a sigmoid (PS3.3 C.11.2.1.3.1). */
  readonly isSigmoid: boolean
}

const focusMm = { small: 0.6, large: 1.2 }

export const formatOperatorName = ({ firstName, lastName, username }: Operator) =>
  [firstName, lastName].filter(Boolean).join(' ') || username

function toAnimalPatient(subject: FrameSubject): AnimalPatient {
  const { name, patientId, sex, birthDate, speciesId, breed, neutered, owner } = subject
  return {
    kind: 'animal',
    name,
    patientId,
    sex,
    birthDate,
    species: speciesId === null ? null : getSpeciesName(speciesId),
    breed,
    isNeutered: neutered,
    owner,
  }
}

function toPatient(subject: FrameSubject): PatientInput {
  if (subject.clinicType !== 'Human') return toAnimalPatient(subject)
  const { name, patientId, sex, birthDate } = subject
  return { kind: 'human', name, patientId, sex, birthDate }
}

export function toObjectContext(frame: FrameMetadata): ObjectContext {
  const { info, subject, operator, uids, numbers } = frame
  return {
    patient: toPatient(subject),
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
      ...(info.isIncomplete ? { comments: 'The sensor sent a part of this image only.' } : {}),
    },
    equipment: {
      manufacturer: info.device.brand,
      model: info.device.model,
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

const viewPositions: Readonly<Partial<Record<View, string>>> = { VD: 'AP', DV: 'PA', LAT: 'LL' }

/**
 * The body map names views as for animals; this translates them into the positions of a standing
 * person.
 */
function toHumanSubject(part: BodyPart, view: View): ImageSubject {
  const { bodyPartExamined, code, laterality } = bodyParts[part]
  return {
    kind: 'human',
    bodyPartExamined,
    region: code,
    viewPosition: viewPositions[view],
    side: laterality === 'to be chosen' ? 'B' : laterality,
    orientation: view === 'LAT' ? ['A', 'F'] : ['L', 'F'],
  }
}

/** A lateral or oblique image has no View Position, because the side of the beam is not entered. */
const humanPositions: Readonly<Partial<Record<HumanView, string>>> = { AP: 'AP', PA: 'PA' }

function toPersonSubject(part: HumanBodyPart, view: HumanView): ImageSubject {
  const { bodyPartExamined, code, side } = part
  return {
    kind: 'human',
    bodyPartExamined,
    region: code,
    viewPosition: humanPositions[view],
    side,
    orientation: view === 'LAT' ? ['A', 'F'] : ['L', 'F'],
  }
}

function toImageSubject({ subject, info }: FrameMetadata): ImageSubject | undefined {
  const { bodyPart, bodyPartView } = info.context.annotation
  const human = subject.clinicType === 'Human' ? findHumanPart(bodyPart) : undefined
  if (human && isHumanView(bodyPartView)) return toPersonSubject(human, bodyPartView)
  if (!isBodyPart(bodyPart) || !isView(bodyPartView)) return undefined
  return subject.clinicType === 'Human'
    ? toHumanSubject(bodyPart, bodyPartView)
    : { kind: 'animal', part: bodyPart, view: bodyPartView }
}

function findFrameRegion({ subject, info }: FrameMetadata) {
  const kind = subject.speciesId === null ? undefined : getSpeciesName(subject.speciesId)
  const { bodyPart } = info.context.annotation
  return kind && findDentalRegion(bodyPart, kind)
}

/** All DICOM attributes of the object except its pixel data. */
export function toDicomAttributes(frame: FrameMetadata, image: FrameImageAttributes): Attributes {
  const { info } = frame
  const { exposureIndex, targetExposureIndex, deviationIndex, isSigmoid, origin, ...shown } = image
  const pixels: GreyPixels = { ...shown, bitsAllocated: 16 }
  const context = toObjectContext(frame)
  const { pitch, device } = info
  const input = {
    ...context,
    pixels,
    detector: {
      id: device.serial,
      description: `${device.brand} ${device.model}`.trim(),
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
  }
  const region = device.modality === 'Dental' ? findFrameRegion(frame) : undefined
  if (region)
    return {
      ...createIntraOralXRay({ ...input, patient: toAnimalPatient(frame.subject), region }),
      ...extra,
    }
  const subject = toImageSubject(frame)
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
