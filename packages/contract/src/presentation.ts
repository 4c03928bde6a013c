import { z } from 'zod'
import { multilineText } from './fields.ts'
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
