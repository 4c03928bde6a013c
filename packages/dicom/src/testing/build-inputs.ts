import type {
  AnimalPatient,
  AnimalSubject,
  DigitalXRayInput,
  GreyPixels,
  HumanSubject,
  ObjectContext,
} from '../build/inputs.ts'
import type { PresentationStateInput } from '../build/presentation-state.ts'
import type { Attributes } from '../write/attributes.ts'
import { concatBytes } from '../write/data-set.ts'
import { writeFileChunks } from '../write/file.ts'
import { syntaxes } from './synthetic-file.ts'

export const patient: AnimalPatient = {
  kind: 'animal',
  name: 'Étoile d’Été',
  patientId: 'A-17',
  species: 'Canine',
  breed: 'Beagle',
  sex: 'Female',
  isNeutered: true,
  birthDate: '2020-02-29',
  weightKg: 12.345_678_901_234_567,
  microchip: '985112345678903',
  owner: "L'Œuvre",
}
export const context: ObjectContext = {
  patient,
  clinic: {
    name: 'Clinique vétérinaire',
    address: '1, rue de l’Église\nSaint-Jean',
    timeZone: 'America/St_Johns',
  },
  study: {
    instanceUid: '2.25.10',
    startedAt: '2026-03-01T02:15:30.250Z',
    id: '7',
    accessionNumber: '1700000000000',
    description: 'Boiterie',
    referringPhysician: 'Gagné',
  },
  series: { instanceUid: '2.25.11', number: 1, operator: 'Côté' },
  instance: { sopInstanceUid: '2.25.12', number: 3, createdAt: '2026-03-01T03:31:00.000Z' },
  equipment: {
    manufacturer: 'Maker',
    model: 'CR1500P',
    serialNumber: 'S-1',
    softwareVersion: '1.0',
    stationName: 'ROOM1',
  },
}
export const pixels: GreyPixels = {
  rows: 4,
  columns: 6,
  bitsAllocated: 16,
  bitsStored: 14,
  photometric: 'MONOCHROME2',
}
export const exposure = {
  detector: {
    id: 'D-1',
    description: 'CsI',
    type: 'SCINTILLATOR',
    spacingMm: [0.139, 0.139],
  },
  technique: {
    kv: 57,
    ma: 12.5,
    ms: 6.3,
    focalSpotMm: 0.6,
    grid: 'NONE',
    sourceToDetectorMm: 1000,
    sourceToPatientMm: 930,
    thicknessMm: 85,
  },
  exposureIndex: { value: 412.3, target: 400, deviation: 0.1 },
} as const
export const subject: AnimalSubject = { kind: 'animal', part: 'Chest', view: 'RLAT' }
export const radiograph: DigitalXRayInput = { ...context, ...exposure, pixels, subject }

export const grey16 = Uint8Array.from({ length: 48 }, (_, at) => (at % 2 === 0 ? at * 5 : at % 64))
export const buildFile = (
  attributes: Attributes,
  native?: Uint8Array,
  syntax: string = syntaxes.explicit,
) =>
  concatBytes(
    writeFileChunks(attributes, {
      transferSyntaxUid: syntax,
      pixels: native && { native, bitsAllocated: Number(attributes['BitsAllocated']) },
    }),
  )

export const humanSubject: HumanSubject = {
  kind: 'human',
  bodyPartExamined: 'CHEST',
  region: { value: '816094009', meaning: 'Chest' },
  viewPosition: 'PA',
  viewCode: { value: '399348003', meaning: 'Postero-anterior' },
  side: 'U',
  orientation: ['L', 'F'],
}
export const human: DigitalXRayInput = {
  ...radiograph,
  patient: { kind: 'human', name: 'Tremblay', patientId: '1', sex: 'Male' },
  subject: humanSubject,
}
export const grey8: GreyPixels = {
  ...pixels,
  bitsAllocated: 8,
  bitsStored: 8,
  photometric: 'MONOCHROME1',
}
export const bytes8 = grey16.subarray(0, 24)
export const colour = { rows: 4, columns: 6, photometric: 'RGB' } as const
export const bytes24 = Uint8Array.from({ length: 72 }, (_, at) => at * 3)
export const pdf = new TextEncoder().encode('%PDF-1.4\n%%EOF\n')

/** A presentation state that changes nothing of its image. */
export const plainState: Omit<PresentationStateInput, 'image'> = {
  timeZone: context.clinic.timeZone,
  studyStartedAt: context.study.startedAt,
  series: { instanceUid: '2.25.20', number: 900 },
  instance: { sopInstanceUid: '2.25.21', number: 1, createdAt: '2026-03-01T04:00:00.000Z' },
  creator: 'Côté',
  description: 'Étoile',
  softwareVersion: '1.0',
  rotation: 0,
  hflip: false,
  vflip: false,
  isInverted: false,
  window: null,
  area: null,
  marks: [],
  texts: [],
}
