import { z } from 'zod'
import { species } from './enumerations.ts'

/** Enumerations that are transferred as numbers, in a path as text. */
export const SpeciesId = z.coerce.number<number | string>().int().min(1).max(species.length)

export const CaseStatus = z.coerce
  .number<number | string>()
  .pipe(
    z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  )
export type CaseStatus = z.output<typeof CaseStatus>
