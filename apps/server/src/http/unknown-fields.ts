import { getIgnoredFields } from '@talus/contract'
import { z } from 'zod'

/**
 * The paths of all fields of a request body that its schema does not declare. Zod drops such fields
 * silently: a mistyped optional field, such as `pin` for `linkPin`, would be a link without PIN.
 */
export function findUnknownFields(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (schema instanceof z.ZodObject) return inObject(schema, value, path)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.flatMap((item, index) => findUnknownFields(schema.element, item, [...path, index]))
  if (schema instanceof z.ZodRecord)
    return Object.entries(value).flatMap(([key, item]) =>
      findUnknownFields(schema.valueType, item, [...path, key]),
    )
  if (schema instanceof z.ZodUnion) return inUnion(schema, value, path)
  const inner = unwrap(schema)
  return inner ? findUnknownFields(inner, value, path) : []
}

function inObject(schema: z.ZodObject, value: object, path: readonly PropertyKey[]): string[] {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape
  const ignored = getIgnoredFields(schema)
  return Object.entries(value).flatMap(([name, field]) => {
    const declared = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (declared) return findUnknownFields(declared, field, [...path, name])
    return ignored.has(name) ? [] : [[...path, name].join('.')]
  })
}

/** The alternative that accepts the value decides; if none does, the schema reports the fault. */
function inUnion(schema: z.ZodUnion, value: unknown, path: readonly PropertyKey[]): string[] {
  const accepting = schema.options.filter((option) => z.safeParse(option, value).success)
  const unknown = accepting.map((option) => findUnknownFields(option, value, path))
  return unknown.toSorted((one, other) => one.length - other.length)[0] ?? []
}

/** The schema of the same input inside a wrapper; undefined if a function reads the input. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodReadonly
  )
    return schema.def.innerType
  return schema instanceof z.ZodPipe ? schema.def.in : undefined
}
