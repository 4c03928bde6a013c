/** The fields of a form and what is in them. */
export type FormValues = Readonly<Record<string, string | boolean | number | null>>
export type FieldOf<Values> = keyof Values & string
/** Field to words; what is not there has no fault. */
export type Faults<Values> = Partial<Record<FieldOf<Values>, string | undefined>>

export const fieldsOf = <Values extends FormValues>(values: Values) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a form's values are its fields
  Object.keys(values) as FieldOf<Values>[]

export const isBlank = (value: unknown) =>
  value === null || (typeof value === 'string' && value.trim() === '')

export const changedFields = <Values extends FormValues>(initial: Values, values: Values) =>
  fieldsOf(values).filter((field) => values[field] !== initial[field])

/** In the order of the form, as they are found on the page. */
export const missingFields = <Values extends FormValues>(
  required: readonly FieldOf<Values>[],
  values: Values,
) => fieldsOf(values).filter((field) => required.includes(field) && isBlank(values[field]))

/** What a refusal of the server says about fields; ApiError has this shape. */
interface Refused {
  readonly message: string
  readonly fields?: Readonly<Record<string, string>>
  readonly conflicts?: readonly string[]
}

/**
 * The faults of a refusal, at their fields. A path such as `userData.username` means the field of
 * its last part, unless `places` says otherwise. What belongs to no field of the form is left over.
 */
export function refusedFields<Values extends FormValues>(
  refused: Refused,
  values: Values,
  places: Readonly<Record<string, FieldOf<Values>>> = {},
): { readonly faults: Faults<Values>; readonly isComplete: boolean } {
  const told = [
    ...Object.entries(refused.fields ?? {}),
    ...(refused.conflicts ?? []).map((path) => [path, refused.message] as const),
  ]
  const faults: Faults<Values> = {}
  let isComplete = told.length > 0
  for (const [path, words] of told) {
    const field = places[path] ?? fieldsOf(values).find((name) => name === path.split('.').at(-1))
    if (field === undefined) isComplete = false
    else faults[field] ??= words
  }
  return { faults, isComplete }
}
