/** The fields and files of a form, by their names. */
export interface FormInput {
  readonly fields: Readonly<Record<string, string | number | boolean | null | undefined>>
  readonly files?: Readonly<Record<string, readonly File[] | undefined>>
}

/** The server gets the files of a field in the order of the list. */
export function buildFormData({ fields, files = {} }: FormInput): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null) data.append(name, String(value))
  for (const [name, list = []] of Object.entries(files))
    for (const file of list) data.append(name, file, file.name)
  return data
}
