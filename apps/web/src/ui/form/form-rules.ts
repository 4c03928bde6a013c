/** The fields of a form and their values. */
export type FormValues = Readonly<Record<string, string | boolean | number | null>>
export type FieldName<Values> = keyof Values & string
/** Error messages by field; a missing field has no fault. */
export type Faults<Values> = Partial<Record<FieldName<Values>, string | undefined>>

export const getFields = <Values extends FormValues>(values: Values) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a form's values are its fields
  Object.keys(values) as FieldName<Values>[]

export const isBlank = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '')

export const getChangedFields = <Values extends FormValues>(initial: Values, values: Values) =>
  getFields(values).filter((field) => values[field] !== initial[field])

/** The missing fields, in the order of the form. */
export const getMissingFields = <Values extends FormValues>(
  required: readonly FieldName<Values>[],
  values: Values,
) => getFields(values).filter((field) => required.includes(field) && isBlank(values[field]))

/** The part of an error response about fields; ApiError has this shape. */
interface FieldErrors {
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
  readonly conflicts?: readonly string[]
}

/**
 * Maps the messages of an error response to fields. A path such as `userData.username` means the
 * field of its last part, unless `fieldByPath` maps it. `isComplete` is false if a message has no
 * field.
 */
export function mapErrorToFields<Values extends FormValues>(
  error: FieldErrors,
  values: Values,
  fieldByPath: Readonly<Record<string, FieldName<Values>>> = {},
): { readonly faults: Faults<Values>; readonly isComplete: boolean } {
  const messages = [
    ...Object.entries(error.fields ?? {}),
    ...(error.conflicts ?? []).map((path) => [path, error.message] as const),
  ]
  const faults: Faults<Values> = {}
  let isComplete = messages.length > 0
  for (const [path, message] of messages) {
    const field =
      fieldByPath[path] ?? getFields(values).find((name) => name === path.split('.').at(-1))
    if (field === undefined) isComplete = false
    else faults[field] ??= message
  }
  return { faults, isComplete }
}
