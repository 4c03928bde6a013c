import { formatBreed } from '@talus/anatomy'
import { foldText, languages } from '@talus/contract'
import type { OwnerWordField, PatientWordField } from '../word-tables.ts'

/**
 * Splits a text into the words that a search can match: its space-separated pieces and, for pieces
 * with dots or dashes, their parts as well ("TAL-00012": tal-00012, tal, 00012).
 */
export function splitWords(text: string): readonly string[] {
  const pieces = foldText(text).split(' ').filter(Boolean)
  const parts = pieces.flatMap((piece) => piece.split(/[^\p{L}\p{N}]+/u).filter(Boolean))
  return [...new Set([...pieces, ...parts])]
}

const toDigits = (phone: string) => phone.replace(/\D+/gu, '').replace(/^1(?=\d{10}$)/u, '')
/** The same key for every notation of a number; null if there is none. */
export const toPhoneKey = (phone: string | null) => toDigits(phone ?? '') || null
export const toEmailKey = (email: string | null) => foldText(email ?? '') || null

/** Users search for a whole number, for one without the area code, or for its last four digits. */
const getPhoneWords = (phone: string | null) => {
  const digits = toDigits(phone ?? '')
  return [...new Set([digits, digits.slice(-7), digits.slice(-4)])].filter(Boolean)
}

interface OwnerText {
  readonly name: string
  readonly nameGroups: string
  readonly phone: string | null
  readonly email: string | null
}

interface Word<Field> {
  readonly field: Field
  readonly word: string
}

const tagWords = <Field extends string>(field: Field, words: readonly string[]): Word<Field>[] =>
  words.map((word) => ({ field, word }))

const splitAll = (texts: readonly string[]) => [...new Set(texts.flatMap(splitWords))]

/** The words of names in every writing. */
const splitNames = (records: readonly { readonly name: string; readonly nameGroups: string }[]) =>
  splitAll(records.flatMap(({ name, nameGroups }) => [name, ...nameGroups.split('=')]))

/** The words of an owner and of the records that were merged into theirs. */
export const getOwnerWords = (
  records: readonly OwnerText[],
  animals: readonly string[],
): readonly Word<OwnerWordField>[] => [
  ...tagWords('name', splitNames(records)),
  ...tagWords('phone', [...new Set(records.flatMap(({ phone }) => getPhoneWords(phone)))]),
  ...tagWords('email', splitAll(records.map(({ email }) => email ?? ''))),
  ...tagWords('animal', splitAll(animals)),
]

interface PatientText {
  readonly name: string
  readonly nameGroups: string
  readonly patientId: string
  readonly accessionCode: string
}

/** The words of a patient and of the records that were merged into it. */
export const getPatientWords = (
  records: readonly PatientText[],
  { owners, breed }: { readonly owners: readonly string[]; readonly breed: string | null },
): readonly Word<PatientWordField>[] => [
  ...tagWords('name', splitNames(records)),
  ...tagWords(
    'id',
    splitAll(records.flatMap(({ patientId, accessionCode }) => [patientId, accessionCode])),
  ),
  ...tagWords('owner', splitAll(owners)),
  ...tagWords('breed', splitAll(languages.map((language) => formatBreed(breed ?? '', language)))),
]
