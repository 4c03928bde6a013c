import { z } from 'zod'
import { multilineText } from './fields.ts'
import { ImageId } from './ids.ts'
import { DisplayShutter, ImageDisplay } from './image.ts'
import { limits } from './limits.ts'
import { Crop, Point, Viewport } from './viewer-state.ts'

/** A drawing on an image in the shapes of DICOM: see `Mark` of packages/measurements. */
const PresentedMark = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('line'), from: Point, to: Point }),
  z.object({ kind: z.literal('arrow'), from: Point, to: Point }),
  z.object({ kind: z.literal('rectangle'), from: Point, to: Point }),
  z.object({
    kind: z.literal('ellipse'),
    centre: Point,
    radiusX: z.number().positive().max(1e6),
    radiusY: z.number().positive().max(1e6),
  }),
  z.object({ kind: z.literal('path'), points: z.array(Point).max(limits.drawingPointsMax) }),
  z.object({ kind: z.literal('cross'), at: Point }),
])
/** The display settings and drawings of an image, to be saved as a DICOM presentation state. */
export const Presentation = z.object({
  viewport: Viewport.pick({
    invert: true,
    rotation: true,
    hflip: true,
    vflip: true,
    window: true,
  }),
  crop: Crop.nullable(),
  /** The displayed frame of a multi-frame image, counted from 1. */
  frame: z.int().min(1).max(limits.framesMax).optional(),
  marks: z.array(PresentedMark).max(limits.presentedMarksMax),
  texts: z
    .array(z.object({ text: multilineText(limits.drawingTextMax), at: Point }))
    .max(limits.presentedMarksMax),
})
export type Presentation = z.output<typeof Presentation>

const Levels = z.object({ first: z.number(), levels: z.array(z.number()) })

/** A line of a presentation state, in image pixels; circles and ellipses have many points. */
export const PresentedLine = z.object({
  points: z.array(Point),
  isClosed: z.boolean(),
  isFilled: z.boolean(),
  /** The frames that it belongs to, counted from 1; absent if it belongs to all. */
  frames: z.array(z.int()).optional(),
})
export type PresentedLine = z.output<typeof PresentedLine>

export const PresentedText = z.object({
  text: z.string(),
  /** The top left corner of the text on the screen. */
  at: Point,
  frames: z.array(z.int()).optional(),
})
export type PresentedText = z.output<typeof PresentedText>

/** A presentation state of the study that refers to images, as a viewer lists it. */
export const PresentationSummary = z.object({
  /** The record of the presentation state, which is an instance without pixels. */
  id: ImageId,
  imageIds: z.array(ImageId),
  label: z.string(),
  description: z.string(),
  creator: z.string(),
  /** The day on which it was created, as YYYY-MM-DD; empty if unknown. */
  createdOn: z.string(),
  /** False for presentation states of other kinds, such as those of colour images. */
  isSupported: z.boolean(),
})
export type PresentationSummary = z.output<typeof PresentationSummary>

/** How a grayscale presentation state shows one image (PS3.3 A.33.1). */
export const PresentationState = z.object({
  /** The frames that it refers to, counted from 1; absent if it refers to all. */
  frames: z.array(z.int()).optional(),
  /** The modality transformation, which replaces that of the image. */
  modality: z.union([Levels, z.object({ slope: z.number(), intercept: z.number() })]),
  /** Like those of `ImageDisplay`; without both, all possible values are shown. */
  windows: ImageDisplay.shape.windows,
  tables: ImageDisplay.shape.tables,
  isInverted: z.boolean(),
  /** Presentation LUT: grey levels for equal steps from black to white. */
  presentationLut: z.array(z.number()).optional(),
  rotation: Viewport.shape.rotation,
  hflip: z.boolean(),
  /** The displayed area; null is the whole image. */
  crop: Crop.nullable(),
  /** Screen pixels per image pixel, if the state declares it; otherwise the area is fitted. */
  magnification: z.number().positive().optional(),
  lines: z.array(PresentedLine),
  points: z.array(z.object({ at: Point, frames: z.array(z.int()).optional() })),
  texts: z.array(PresentedText),
  /** Graphics that were left out because there are too many of them. */
  omitted: z.int().nonnegative(),
  shutter: DisplayShutter.optional(),
  /**
   * Overlay planes of the presentation state, like `image/:id/overlay`: compressed by gzip, in
   * base64.
   */
  planes: z.object({ graphics: z.boolean(), shutter: z.boolean(), bits: z.string() }).optional(),
})
export type PresentationState = z.output<typeof PresentationState>
