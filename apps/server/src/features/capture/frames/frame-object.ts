import { bodyParts, dentalRegions } from '@talus/anatomy'
import type { BodyPart, View } from '@talus/anatomy'
import { equineViews, productVersion, speciesName } from '@talus/contract'
import { digitalXRay, intraOralXRay, secondaryCapture } from '@talus/dicom'
import type {
  AnimalPatient,
  Attributes,
  GreyPixels,
  ImageSubject,
  ObjectContext,
  PatientInput,
  TechniqueInput,
} from '@talus/dicom'
import type { Operator, Subject } from './frames.queries.ts'
import type { RawFrameInfo } from './raw-frame-info.ts'

/** What the object of a frame is made of, besides its pixels. */
export interface FrameToDescribe {
  readonly info: RawFrameInfo
  readonly subject: Subject
  readonly operator: Operator
  readonly uids: { readonly sopInstanceUID: string; readonly seriesInstanceUID: string }
  readonly numbers: { readonly series: number; readonly instance: number }
}

export interface FramePicture {
  readonly rows: number
  readonly columns: number
  /** Left out for a frame that is shown whole. */
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

export const operatorName = ({ firstName, lastName, username }: Operator) =>
  [firstName, lastName].filter(Boolean).join(' ') || username

const isBodyPart = (name: string): name is BodyPart => Object.hasOwn(bodyParts, name)
const isView = (name: string): name is View => equineViews.some((view) => view === name)

function animalOf(subject: Subject): AnimalPatient {
  const { name, patientId, sex, birthDate, speciesId, breed, neutered, owner } = subject
  return {
    kind: 'animal',
    name,
    patientId,
    sex,
    birthDate,
    species: speciesId === null ? null : speciesName(speciesId),
    breed,
    isNeutered: neutered,
    owner,
  }
}

function patientOf(subject: Subject): PatientInput {
  if (subject.clinicType !== 'Human') return animalOf(subject)
  const { name, patientId, sex, birthDate } = subject
  return { kind: 'human', name, patientId, sex, birthDate }
}

export function contextOf(frame: FrameToDescribe): ObjectContext {
  const { info, subject, operator, uids, numbers } = frame
  return {
    patient: patientOf(subject),
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
      operator: operatorName(operator),
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

export function techniqueOf({ technique }: RawFrameInfo): TechniqueInput | undefined {
  if (!technique) return undefined
  const { kv, ma, ms, mx, fo } = technique
  const focalSpotMm = fo === 0 ? focusMm.small : focusMm.large
  return { kv, ma, ms, mas: mx, focalSpotMm }
}

const viewPositions: Readonly<Partial<Record<View, string>>> = { VD: 'AP', DV: 'PA', LAT: 'LL' }

/** How people stand: names of views are those of animals, on the body map of this product. */
function humanSubject(part: BodyPart, view: View): ImageSubject {
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

function subjectOf({ subject, info }: FrameToDescribe): ImageSubject | undefined {
  const { bodyPart, bodyPartView } = info.context.annotation
  if (!isBodyPart(bodyPart) || !isView(bodyPartView)) return undefined
  return subject.clinicType === 'Human'
    ? humanSubject(bodyPart, bodyPartView)
    : { kind: 'animal', part: bodyPart, view: bodyPartView }
}

function regionOf({ subject, info }: FrameToDescribe) {
  const kind = subject.speciesId === null ? undefined : speciesName(subject.speciesId)
  const { bodyPart } = info.context.annotation
  return kind && dentalRegions[kind].find(({ name }) => name === bodyPart)
}

/** The attributes of the object, all but its pixels. */
export function objectOf(frame: FrameToDescribe, picture: FramePicture): Attributes {
  const { info } = frame
  const { exposureIndex, targetExposureIndex, deviationIndex, isSigmoid, origin, ...shown } =
    picture
  const pixels: GreyPixels = { ...shown, bitsAllocated: 16 }
  const context = contextOf(frame)
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
    technique: techniqueOf(info),
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
    // A length that nobody knows must not be measured by.
    ...(pitch === null ? { ImagerPixelSpacing: undefined } : {}),
  }
  const region = device.modality === 'Dental' ? regionOf(frame) : undefined
  if (region)
    return { ...intraOralXRay({ ...input, patient: animalOf(frame.subject), region }), ...extra }
  const subject = subjectOf(frame)
  if (subject) return { ...digitalXRay({ ...input, subject }), ...extra }
  // Of a part that has no name in DICOM the picture is kept all the same.
  const modality = device.modality === 'Dental' ? 'IO' : 'DX'
  const { bodyPart, bodyPartView } = info.context.annotation
  const description = `${bodyPart} ${bodyPartView}`.trim()
  const series = { ...context.series, description }
  return {
    ...secondaryCapture({ ...context, series, pixels, modality, conversion: 'DI' }),
    ...extra,
  }
}
