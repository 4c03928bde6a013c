import { z } from 'zod'
import { Instant, multilineText } from './fields.ts'
import { CaseId, ImageId, PatientId, StudyId, UserId } from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/**
 * Control characters and changes of the direction of writing: with the latter, a text that is shown
 * reads differently from the one that is stored.
 */
const unreadable = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu
const removeUnreadable = (text: string) => text.replaceAll(unreadable, '')

const coordinate = z.number().min(-1e6).max(1e6)

/** Image coordinates in pixels: x counts columns, y rows, from the corner of the top left pixel. */
export const Point = z.object({ x: coordinate, y: coordinate })
export type Point = z.output<typeof Point>

export const drawingTools = [
  'length',
  'bidirectional',
  'angle',
  'cobb',
  'twoLineAngle',
  'ellipse',
  'rectangle',
  'probe',
  'arrow',
  'comment',
  'marker',
  'freehand',
  'freehandArea',
  'vhs',
  'tplo',
  'tta',
  'norberg',
  'distraction',
  'vlas',
] as const
export type DrawingTool = (typeof drawingTools)[number]
export const isDrawingTool = (tool: string): tool is DrawingTool =>
  drawingTools.some((one) => one === tool)

/** Tools that need `offersAdvancedTools`; every user has the other tools. */
export const advancedDrawingTools = [
  'vhs',
  'vlas',
  'tplo',
  'tta',
  'norberg',
  'distraction',
] as const satisfies readonly DrawingTool[]

export const handleNames = [
  'start',
  'middle',
  'end',
  'perpendicularStart',
  'perpendicularEnd',
  'textBox',
] as const
export type HandleName = (typeof handleNames)[number]

/** One step of a drawing. A circle has its centre at `start` and a point of its rim at `end`. */
export const DrawingStep = z.object({
  step: z.int().min(1).max(limits.drawingStepsMax),
  handles: z.partialRecord(z.enum(handleNames), Point),
  /** The points of a freehand line. */
  points: z.array(Point).max(limits.drawingPointsMax).optional(),
  /** In millimetres, or in pixels if the image has no pixel spacing. */
  length: z.number().nonnegative().optional(),
  perpendicularLength: z.number().nonnegative().optional(),
})
export type DrawingStep = z.output<typeof DrawingStep>

const place = z.tuple([coordinate, coordinate, coordinate])

const getProduct = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, part, axis) => sum + part * (b[axis] ?? 0), 0)

/** A plane through a volume, in millimetres of the patient coordinate system of DICOM. */
export const DrawingPlane = z
  .object({
    /** Only series of this frame of reference have the same coordinates; empty if it is unknown. */
    frameOfReferenceUID: z.string().max(64),
    origin: place,
    /** Unit vectors: the points of a drawing on the plane are `origin + right·x + down·y`. */
    right: place,
    down: place,
  })
  .refine(
    ({ right, down }) =>
      Math.abs(getProduct(right, right) - 1) < 1e-3 &&
      Math.abs(getProduct(down, down) - 1) < 1e-3 &&
      Math.abs(getProduct(right, down)) < 1e-3,
    'field/invalid',
  )
export type DrawingPlane = z.output<typeof DrawingPlane>

/** A drawing on an image: a measurement, an arrow, a comment. Simple tools have one step. */
export const Drawing = z.object({
  id: z.uuid(),
  tool: z.enum(drawingTools),
  /**
   * Set for a drawing on a plane through a volume. Its points are millimetres in that plane, and it
   * is stored with one image of the series, on which it is not shown.
   */
  plane: DrawingPlane.optional(),
  /** The frame of a multi-frame image on which it was drawn, counted from 1; 1 if missing. */
  frame: z.int().min(1).max(limits.framesMax).optional(),
  steps: z.array(DrawingStep).min(1).max(limits.drawingStepsMax),
  /** The text of a comment or marker; for other tools a note. */
  text: z
    .string()
    .transform(removeUnreadable)
    .pipe(multilineText(limits.drawingTextMax))
    .optional(),
})
export type Drawing = z.output<typeof Drawing>

/** Drawings in pixels of their image; those on planes are no drawings on the image. */
export const listImageDrawings = <One extends Pick<Drawing, 'plane'>>(
  drawings: readonly One[],
): readonly One[] => drawings.filter(({ plane }) => plane === undefined)

/**
 * The measured part of a drawing. Lengths follow the calibration of the image, which every user may
 * change; the position of the label and remarks measure nothing.
 */
export const toMeasuredContent = ({ tool, frame, plane, steps }: Drawing) => ({
  tool,
  frame,
  plane,
  steps: steps.map(({ step, handles: { textBox: _label, ...handles }, points }) => ({
    step,
    handles,
    points,
  })),
})

/** The part of a drawing that its author answers for: the measurement and the text. */
export const toDrawingContent = (drawing: Drawing) => ({
  ...toMeasuredContent(drawing),
  text: drawing.text,
})

/** A manual calibration: an object of known size was measured on this image. */
export const ImageCalibration = z.object({
  method: z.enum(['length', 'ball']),
  millimetres: z.number().positive().max(2000),
  /** The length of the object in the image, in units of the column spacing. */
  pixels: z.number().positive().max(100_000),
})
export type ImageCalibration = z.output<typeof ImageCalibration>

export const ImageTools = z.object({
  drawings: z.array(Drawing).max(limits.drawingsMax),
  calibration: ImageCalibration.nullable(),
})
export type ImageTools = z.output<typeof ImageTools>

export const zoomLimits = { min: 0.1, max: 20 } as const

/** Far beyond every grey value of 32 bits. */
const windowValue = z.number().min(-1e10).max(1e10)

/** The display settings of an image. The image is flipped first, then rotated clockwise. */
export const Viewport = z.object({
  invert: z.boolean(),
  rotation: z.literal([0, 90, 180, 270]),
  /** Degrees that are added to the rotation, so that an image can have any angle; 0 if missing. */
  tilt: z.number().min(-45).max(45).optional(),
  hflip: z.boolean(),
  vflip: z.boolean(),
  /** Screen pixels per image pixel; null fits the image into its viewport. */
  zoom: z.number().min(zoomLimits.min).max(zoomLimits.max).nullable(),
  /**
   * Size of the viewport in which the zoom was chosen, in screen pixels. In a viewport of another
   * size the same area is shown. Missing if the zoom is the same in every viewport.
   */
  shownIn: z
    .object({ width: z.number().positive().max(1e5), height: z.number().positive().max(1e5) })
    .optional(),
  /**
   * Offset from the centre of the image to the point in the centre of the viewport, in image
   * pixels.
   */
  pan: Point,
  /**
   * Null uses the default of the file. `voiLut` shows a VOI lookup table of the file, counted from
   * 0, whose values center and width cover.
   */
  window: z
    .object({
      center: windowValue,
      width: windowValue.positive(),
      voiLut: z.int().min(0).max(255).optional(),
    })
    .nullable(),
  /** The presentation state of the study that was chosen to show the image; missing if none is. */
  presentation: ImageId.optional(),
})
export type Viewport = z.output<typeof Viewport>

export const defaultViewport: Viewport = {
  invert: false,
  rotation: 0,
  hflip: false,
  vflip: false,
  zoom: null,
  pan: { x: 0, y: 0 },
  window: null,
}

/** Two opposite corners. */
export const Crop = z.object({ start: Point, end: Point })
export type Crop = z.output<typeof Crop>

/** Whether a crop shows at least one pixel: without an area everything would be black. */
export const hasArea = ({ start, end }: Crop): boolean =>
  Math.abs(end.x - start.x) >= 1 && Math.abs(end.y - start.y) >= 1

/** Whether no drawing exists twice. */
export const hasDistinctIds = ({ drawings }: ImageTools) =>
  new Set(drawings.map(({ id }) => id)).size === drawings.length

const byImage = <Value extends z.ZodType>(value: Value) =>
  z
    .record(z.string().regex(/^[1-9]\d{0,15}$/u), value)
    .refine((all) => Object.keys(all).length <= limits.viewedImagesMax, 'field/too-long')

export const ViewerState = z.object({
  viewportState: byImage(Viewport),
  cropState: byImage(Crop.refine(hasArea, 'field/invalid')),
  toolState: byImage(ImageTools),
  /** Incremented by each save; a save based on an older version is rejected. */
  version: z.int().nonnegative().default(0),
})
export type ViewerState = z.output<typeof ViewerState>

/** A stored state without the values that are refused today, so that it can be saved again. */
export const repairViewerState = <State extends ViewerState>(state: State): State => ({
  ...state,
  viewportState: mapValues(state.viewportState, (viewport) =>
    Viewport.shape.window.safeParse(viewport.window).success
      ? viewport
      : { ...viewport, window: null },
  ),
  cropState: Object.fromEntries(
    Object.entries(state.cropState).filter(([, crop]) => hasArea(crop)),
  ),
  toolState: mapValues(state.toolState, (tools) =>
    hasDistinctIds(tools)
      ? tools
      : {
          ...tools,
          drawings: [...new Map(tools.drawings.map((one) => [one.id, one])).values()],
        },
  ),
})

const mapValues = <Value>(
  all: Readonly<Record<string, Value>>,
  change: (value: Value) => Value,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value)]))

/** A user and a time, as recorded: the name stays as it was at that time. */
export const Signature = z.object({ userId: UserId, name: z.string(), on: Instant })
export type Signature = z.output<typeof Signature>

/** The user who drew a drawing and the one who changed it last. The server records it; clients only read it. */
export const DrawingAuthors = z.object({
  /** Null for a drawing from before authors were recorded. */
  created: Signature.nullable(),
  /** Null if the drawing has not been changed since. */
  changed: Signature.nullable(),
})
export type DrawingAuthors = z.output<typeof DrawingAuthors>

/** The authors of the drawings, by image and by id of the drawing. */
const AuthorState = byImage(z.record(z.uuid(), DrawingAuthors))
export type AuthorState = z.output<typeof AuthorState>

/** A saved state as it is read: with the authors of its drawings. */
export const SavedViewerState = ViewerState.extend({ authors: AuthorState.default({}) })
export type SavedViewerState = z.output<typeof SavedViewerState>

/** A guided measurement in one of the patient's studies, to show its trend over time. */
export const PatientMeasurement = z.object({
  studyId: StudyId,
  imageId: ImageId,
  createdOn: Instant,
  bodyPart: z.string(),
  bodyPartView: z.string(),
  drawing: Drawing,
})
export type PatientMeasurement = z.output<typeof PatientMeasurement>

/** A version of the measurements of a study as a DICOM structured report. */
export const MeasurementReport = z.object({
  imageId: ImageId,
  sopInstanceUID: z.string(),
  version: z.int(),
  createdOn: Instant,
})
export type MeasurementReport = z.output<typeof MeasurementReport>

export const viewerStateRoutes = {
  ofStudy: defineRoute({
    method: 'GET',
    path: '/viewerState/:studyId/state',
    summary: 'The saved viewer state of a study',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ studyId: StudyId }),
    response: SavedViewerState,
  }),
  save: defineRoute({
    method: 'PUT',
    path: '/viewerState/:studyId',
    summary: 'Save the viewer state of a study',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ studyId: StudyId }),
    body: ViewerState,
    // A refused save would lose the drawings.
    ignoresUnknownFields: true,
    response: SavedViewerState.pick({ version: true, authors: true }),
  }),
  report: defineRoute({
    method: 'POST',
    path: '/viewerState/:studyId/report',
    summary:
      'Keep the measurements as a DICOM structured report, if they have changed since the last',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ studyId: StudyId }),
    response: z.object({ report: MeasurementReport.nullable() }),
  }),
  reports: defineRoute({
    method: 'GET',
    path: '/viewerState/:studyId/reports',
    summary: 'The structured reports of the measurements of a study, newest first',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ studyId: StudyId }),
    response: z.array(MeasurementReport),
  }),
  ofPatient: defineRoute({
    method: 'GET',
    path: '/viewerState/patient/:patientId/measurements',
    summary: 'The guided measurements in all studies of a patient, oldest first',
    needs: 'study.read',
    clinic: 'reach',
    params: z.object({ patientId: PatientId }),
    query: z.object({ tool: z.enum(drawingTools) }),
    response: z.array(PatientMeasurement),
  }),
  ofCase: defineRoute({
    method: 'GET',
    path: '/viewerState/case/:id/state',
    summary: 'The viewer state that came with a case',
    needs: 'case.view-as-radiologist',
    clinic: 'cases',
    params: z.object({ id: CaseId }),
    response: SavedViewerState,
  }),
}
