import { z } from 'zod'
import { plainText } from './fields.ts'
import { limits } from './limits.ts'

/** The query of a list that the database searches, sorts and pages. */
export const createPageQuery = <const Sorts extends readonly [string, ...string[]]>(
  sorts: Sorts,
) => ({
  /** Every word must occur in the row; case and accents are ignored. */
  search: plainText().default(''),
  sort: z.enum(sorts).default(sorts[0]),
  desc: z.enum(['0', '1']).default('0'),
  page: z.coerce.number<number | string>().int().min(0).max(1_000_000).default(0),
  size: z.coerce.number<number | string>().int().min(1).max(100).default(limits.tableRows),
})

export const createPageSchema = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int().nonnegative() })

/**
 * The page of a list with possibly millions of rows. `isMore` means that counting stopped, at
 * `limits.countedRows` or after a time-out; the pages then end at `limits.countedRows`.
 */
export const createLongPageSchema = <Row extends z.ZodType>(row: Row) =>
  createPageSchema(row).extend({ isMore: z.boolean() })
