import { z } from 'zod'
import { plainText } from './fields.ts'
import { limits } from './limits.ts'

/** A list that can grow is searched, sorted and cut into pages by the database. */
export const pageQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  /** Every word must be found somewhere in the row; case and accents do not count. */
  search: plainText().default(''),
  sort: z.enum(sorts).default(sorts[0]),
  desc: z.enum(['0', '1']).default('0'),
  page: z.coerce.number<number | string>().int().min(0).max(1_000_000).default(0),
  size: z.coerce.number<number | string>().int().min(1).max(100).default(limits.tableRows),
})

export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.int().nonnegative() })

/**
 * Of a list that may hold millions: `isMore` where the counting stopped, at `limits.countedRows` or
 * when it took too long; pages go on to `limits.countedRows` then.
 */
export const longPageOf = <Row extends z.ZodType>(row: Row) =>
  pageOf(row).extend({ isMore: z.boolean() })
