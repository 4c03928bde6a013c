import { z } from 'zod'
import { multilineText } from './fields.ts'
import { limits } from './limits.ts'
import { Crop, Point, Viewport } from './viewer-state.ts'

/** Something drawn on an image, as other workstations can draw it: see `Mark` of packages/measurements. */
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
/** How somebody looks at an image, to be kept as a DICOM presentation state beside it. */
export const Presentation = z.object({
  viewport: Viewport.pick({
    invert: true,
    rotation: true,
    hflip: true,
    vflip: true,
    window: true,
  }),
  crop: Crop.nullable(),
  /** Of an image of several frames: the one that is shown and drawn on, from 1. */
  frame: z.int().min(1).max(limits.framesMax).optional(),
  marks: z.array(PresentedMark).max(limits.presentedMarksMax),
  texts: z
    .array(z.object({ text: multilineText(limits.drawingTextMax), at: Point }))
    .max(limits.presentedMarksMax),
})
export type Presentation = z.output<typeof Presentation>
