import { z } from 'zod'
import { Instant } from './fields.ts'
import { ImageId, StudyId } from './ids.ts'
import { defineRoute } from './route.ts'

const finite = z.number()
/** Millimetres, or a direction, in the patient coordinate system of DICOM. */
export const Vector = z.tuple([finite, finite, finite])
export type Vector = z.output<typeof Vector>

/** A slice is an image, or one frame of a multi-frame image. */
export const StackSlice = z.object({
  imageId: ImageId,
  /** Counted from 1. */
  frame: z.int().positive(),
  instanceNumber: z.int().nullable(),
  /** The centre of the first voxel; null if the file does not have it. */
  position: Vector.nullable(),
  thickness: z.number().positive().nullable(),
  /** The modality transformation of stored values. */
  slope: finite,
  intercept: finite,
  /** The first window of the file, in modality values. */
  window: z.object({ center: finite, width: z.number().positive() }).nullable(),
  /** A physical quantity as a linear function of stored values; the unit is a code of UCUM. */
  realWorld: z.object({ slope: finite, intercept: finite, unit: z.string() }).nullable(),
})
export type StackSlice = z.output<typeof StackSlice>

/**
 * - `volume`: parallel slices at different places, from which planes can be cut.
 * - `stack`: slices that are shown one by one.
 * - `pictures`: localizers and series of fewer than three slices.
 */
export const stackKinds = ['volume', 'stack', 'pictures'] as const
export type StackKind = (typeof stackKinds)[number]

/** Why a series is not a volume, or what a reader must know about it; texts in stacks.json. */
export const stackNoteCodes = [
  'noPosition',
  'noSpacing',
  'notPerpendicular',
  'unevenPhases',
  'notCollinear',
  'colour',
  'floatingPoint',
  'lossy',
  'derived',
  'localizer',
  'tooFewSlices',
  'duplicatesRemoved',
  'tilted',
  'irregular',
  'missingSlices',
  'differentSlopes',
  'tooLarge',
] as const
export type StackNoteCode = (typeof stackNoteCodes)[number]
export const StackNote = z.object({
  code: z.enum(stackNoteCodes),
  /** Degrees of a tilt, number of slices, number of the slice before a gap. */
  value: finite.optional(),
  after: z.int().optional(),
})
export type StackNote = z.output<typeof StackNote>

/** Attributes that tell the phases of a stack apart. */
export const phaseAttributes = ['time', 'echo', 'acquisition', 'bValue'] as const
export type PhaseAttribute = (typeof phaseAttributes)[number]

/**
 * Slices of a series that have one geometry; a series may consist of several stacks. A packed slice
 * has `columns` × `rows` values; one of three samples has `columns` × `3 · rows`: the red plane, the
 * green one and the blue one.
 */
export const Stack = z.object({
  /** Names these slices in this order; it changes if a slice is added. */
  key: z.string().regex(/^[\w-]{16,64}$/u),
  seriesInstanceUID: z.string(),
  seriesNumber: z.int().nullable(),
  seriesDescription: z.string(),
  modality: z.string(),
  bodyPart: z.string(),
  kind: z.enum(stackKinds),
  notes: z.array(StackNote),
  rows: z.int().positive(),
  columns: z.int().positive(),
  /** Distance of rows, distance of columns, in millimetres. */
  spacing: z.tuple([z.number().positive(), z.number().positive()]).nullable(),
  /** Directions of increasing column and of increasing row. */
  orientation: z.object({ row: Vector, column: Vector }).nullable(),
  frameOfReferenceUID: z.string(),
  patientPosition: z.string(),
  anatomicalOrientationType: z.string(),
  samples: z.literal([1, 3]),
  isSigned: z.boolean(),
  /** Packed values are stored values minus this: 32768 for 16 bits without sign. */
  storedOffset: z.literal([0, 32_768]),
  /** MONOCHROME1. */
  isInverted: z.boolean(),
  /** Stored values between these two, inclusive, are no measurement. */
  padding: z.tuple([finite, finite]).nullable(),
  /** HU, the Units of a PET series, or null if the values have no unit. */
  unit: z.string().nullable(),
  /** Usually one; several if the same places were scanned at several times. Sorted by place. */
  phases: z.array(
    z.object({
      label: z.string(),
      /** The attribute whose value the label is; a label without it is the number of the phase. */
      by: z.enum(phaseAttributes).optional(),
      slices: z.array(StackSlice),
    }),
  ),
})
export type Stack = z.output<typeof Stack>

/** Values of Patient Position (0018,5100) whose meaning is a rotation by quarter turns. */
export const patientPositions = [
  'HFS',
  'HFP',
  'FFS',
  'FFP',
  'HFDR',
  'HFDL',
  'FFDR',
  'FFDL',
] as const
export type PatientPosition = (typeof patientPositions)[number]

/** The position in which the animal really lay, if the scanner was set to another one. */
export const PositionCorrection = z.object({
  actual: z.enum(patientPositions),
  correctedBy: z.string(),
  correctedAt: Instant,
})
export type PositionCorrection = z.output<typeof PositionCorrection>

export const StudyStacks = z.object({
  studyInstanceUID: z.string(),
  stacks: z.array(Stack),
  /** Number of instances whose metadata could not be used. */
  skipped: z.int().nonnegative(),
  /** Images of other modalities, which the viewer of radiographs shows. */
  hasOtherImages: z.boolean(),
  correction: PositionCorrection.nullable(),
})
export type StudyStacks = z.output<typeof StudyStacks>

const byStudy = z.object({ studyId: StudyId })

export const stackRoutes = {
  ofStudy: defineRoute({
    method: 'GET',
    path: '/study/:studyId/stacks',
    summary: 'The CT and MR stacks of a study with the geometry of every slice',
    needs: 'image.view',
    clinic: 'cases',
    params: byStudy,
    response: StudyStacks,
  }),
  slices: defineRoute({
    method: 'GET',
    path: '/study/:studyId/stacks/:key/slices',
    summary:
      'The packed slices of a stack as a stream of messages: the slices around `first`, then every eighth, fourth and second one, then the rest',
    needs: 'image.view',
    clinic: 'cases',
    params: byStudy.extend({ key: Stack.shape.key }),
    query: z.object({
      phase: z.coerce.number<number | string>().int().min(0).max(10_000).optional(),
      /** The index of the most wanted slice, counted from 0; the middle one if missing. */
      first: z.coerce.number<number | string>().int().min(0).max(1_000_000).optional(),
      /** Sends only so many slices on each side of the first one. */
      around: z.coerce.number<number | string>().int().min(0).max(1000).optional(),
    }),
    produces: 'application/octet-stream',
  }),
  correctPosition: defineRoute({
    method: 'PUT',
    path: '/study/:studyId/patient-position',
    summary: 'Records how the animal lay in the scanner; null removes the correction',
    needs: 'study.write',
    clinic: 'reach',
    params: byStudy,
    body: z.object({ actual: z.enum(patientPositions).nullable() }),
    response: z.object({ correction: PositionCorrection.nullable() }),
  }),
} as const
