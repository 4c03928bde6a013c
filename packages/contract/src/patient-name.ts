import { formatGroupedName } from './text.ts'

/** The words for a patient without a name, in the language of the reader. */
type TranslateUnnamed = (
  key: 'studies:unnamed' | 'studies:unnamedNumber',
  values: { readonly number: string },
) => string

interface NameOptions {
  /** The patient ID, if it is shown beside the name. */
  readonly number?: string | undefined
  readonly groups?: string | undefined
}

/**
 * The name of a patient as people read it, on screens, in mails and in PDFs. The record of a patient
 * without a name is called "Unnamed 1" in every language, or "Unnamed" and the patient ID. Names in
 * files, in the audit trail and in the names of downloads stay as they are stored.
 */
export function formatPatientName(
  translate: TranslateUnnamed,
  name: string,
  { number, groups = '' }: NameOptions = {},
): string {
  const unnamed = /^Unnamed (\S+)$/u.exec(name)?.[1]
  if (unnamed === undefined) return formatGroupedName(name, groups)
  // Without a digit it is a name that a person has typed, such as "Unnamed Kitten".
  const isUnnamed = number === undefined ? /\d/u.test(unnamed) : number === `UNNAMED-${unnamed}`
  if (unnamed === number) return translate('studies:unnamed', { number })
  return isUnnamed ? translate('studies:unnamedNumber', { number: unnamed }) : name
}
