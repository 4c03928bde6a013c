import { z } from 'zod'
import { SpeciesId } from './codes.ts'
import { plainText, requiredText } from './fields.ts'
import { ClinicId } from './ids.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

/** Which image a viewport shows; null leaves it empty. */
export const HangingCell = z.object({
  /** The views that fit, the best first; none means any view. */
  views: z.array(plainText(64)).max(8),
  /** The side of a part that exists twice, such as the stifle; null if it does not matter. */
  side: z.enum(['L', 'R']).nullable(),
  /** An image of the last earlier study of the same part. */
  isPrior: z.boolean(),
})
export type HangingCell = z.output<typeof HangingCell>

const gridSize = z.int().min(1).max(3)

/** One layout of the viewer: its cells row by row. */
export const HangingStage = z
  .object({ rows: gridSize, columns: gridSize, cells: z.array(HangingCell.nullable()).max(9) })
  .refine(({ rows, columns, cells }) => cells.length === rows * columns, 'field/invalid')
export type HangingStage = z.output<typeof HangingStage>

/** `bodyPart` is the name of the part without its side. */
const subject = { speciesId: SpeciesId, bodyPart: requiredText(limits.textMax) }
const stages = z.array(HangingStage).min(1, 'field/required').max(limits.hangingStages)

/** The layouts in which the images of one body part of one species are shown, in their order. */
export const HangingProtocol = z.object({ ...subject, stages })
export type HangingProtocol = z.output<typeof HangingProtocol>

export const hangingProtocolRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/hangingProtocol',
    summary: 'The hanging protocols that a clinic has saved; the others are built in',
    needs: 'study.read',
    clinic: { in: 'query', name: 'ClinicId' },
    query: z.object({ ClinicId: ClinicId.optional() }),
    response: z.array(HangingProtocol),
  }),
  save: defineRoute({
    method: 'PUT',
    path: '/hangingProtocol',
    summary: 'Save the hanging protocol of a species and body part for the clinic',
    needs: 'clinic.edit',
    clinic: { in: 'body', name: 'clinicId' },
    body: z.object({ ...subject, stages, clinicId: ClinicId.optional() }),
    response: HangingProtocol,
  }),
  reset: defineRoute({
    method: 'POST',
    path: '/hangingProtocol/reset',
    summary: 'Return to the built-in hanging protocol of a species and body part',
    needs: 'clinic.edit',
    clinic: { in: 'body', name: 'clinicId' },
    body: z.object({ ...subject, clinicId: ClinicId.optional() }),
  }),
}
