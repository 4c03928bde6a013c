import type { z } from 'zod'

const ignored = new WeakMap<z.ZodObject, ReadonlySet<string>>()

/**
 * Declares fields of a body that the server accepts and ignores; it refuses all others that the
 * schema does not have. The clients of the specification send back whole records, with fields that
 * only the server sets.
 */
export function ignoreFields<Schema extends z.ZodObject>(
  schema: Schema,
  fields: readonly string[],
): Schema {
  ignored.set(schema, new Set(fields))
  return schema
}

/** Ignores all other fields of a record, because clients send back the record that they read. */
export const ignoreRestOf = <Schema extends z.ZodObject>(
  record: z.ZodObject,
  schema: Schema,
  others: readonly string[] = [],
): Schema => ignoreFields(schema, [...Object.keys(record.shape), ...others])

export const getIgnoredFields = (schema: z.ZodObject): ReadonlySet<string> =>
  ignored.get(schema) ?? new Set()
