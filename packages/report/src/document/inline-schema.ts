import { z } from 'zod'
import { ImageId, drawingTools } from '@talus/contract'
import { cleanLine, cleanText } from './clean-text.ts'
import { reportLimits } from './report-limits.ts'

const line = (max: number) => z.string().max(max, 'field/too-long').transform(cleanLine)

export const Mark = z.strictObject({ type: z.enum(['strong', 'em']) })
export type Mark = z.output<typeof Mark>
const marks = z.array(Mark).max(2).optional()

export const TextNode = z.strictObject({
  type: z.literal('text'),
  text: z.string().max(reportLimits.pageTextMax, 'field/too-long').transform(cleanText),
  marks,
})
export type TextNode = z.output<typeof TextNode>

/** The values of healthy animals that a measurement is compared with. */
export const MeasurementRange = z.strictObject({
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** The publication, e.g. "Vet Radiol Ultrasound 2020;61:507–511". */
  source: line(160),
})
export type MeasurementRange = z.output<typeof MeasurementRange>

/**
 * A measurement of the viewer inside the text. It is replaced when the drawing is measured again,
 * until the PDF is made.
 */
export const MeasurementAttributes = z.strictObject({
  /** The id of the drawing. */
  measurementId: z.uuid(),
  imageId: ImageId.nullable(),
  tool: z.enum(drawingTools),
  /** Which of the values of the drawing, e.g. "vhs" or "norbergLeft". */
  name: z.string().min(1).max(60),
  /** As the report prints it, e.g. "VHS". */
  label: line(60),
  value: z.number().min(-1e9).max(1e9),
  decimals: z.int().min(0).max(4),
  /** As the report prints it, e.g. "v", "mm" or "°"; empty for a ratio. */
  unit: line(12),
  method: line(80),
  /** The projection in which it was measured, e.g. "right lateral". */
  view: line(80),
  range: MeasurementRange.nullable(),
  /** Whether view, method and range are printed behind the value. */
  detail: z.enum(['value', 'full']),
})
export type MeasurementAttributes = z.output<typeof MeasurementAttributes>

export const MeasurementNode = z.strictObject({
  type: z.literal('measurement'),
  attrs: MeasurementAttributes,
  marks,
})
export type MeasurementNode = z.output<typeof MeasurementNode>

export const fieldKinds = ['choice', 'number', 'date', 'text'] as const
export type FieldKind = (typeof fieldKinds)[number]

/** A field of a template: `[none* | mild]` is a choice, `[# mm]` a number, `[<date>]` a date. */
export const FieldAttributes = z.strictObject({
  kind: z.enum(fieldKinds),
  /** The choices of a choice; empty for the other kinds. */
  options: z.array(line(160)).max(reportLimits.fieldOptionsMax),
  /** The unit of a number; may be empty. */
  unit: line(20),
  /** A remark of the author of the template for its users; never printed. */
  hint: line(200),
  /** The text that is printed; null while the field is not filled. */
  value: line(reportLimits.fieldTextMax).nullable(),
})
export type FieldAttributes = z.output<typeof FieldAttributes>

export const FieldNode = z.strictObject({
  type: z.literal('field'),
  attrs: FieldAttributes,
  marks,
})
export type FieldNode = z.output<typeof FieldNode>

export const InlineNode = z.discriminatedUnion('type', [TextNode, MeasurementNode, FieldNode])
export type InlineNode = z.output<typeof InlineNode>
