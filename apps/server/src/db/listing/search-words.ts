import { formatBreed } from '@talus/anatomy'
import { foldText, formatPatientName, languages } from '@talus/contract'
import { resources } from '@talus/i18n'
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

/**
 * Begins a row with the end of a word, so that it is never taken for a word: "climax" has the ends
 * "limax", "imax" and "max". A text contains no such character, which is for private use.
 */
const insideMark = '\uE0F1'
/** Fewer characters are inside of too many words. */
const insideMin = 3
/** Bounds the rows of a number that has 255 characters. */
const endsMax = 24
const endLength = 32

/** The prefix that finds a text inside of words; undefined if the text is too short. */
export function toInsidePrefix(typed: string): string | undefined {
  const characters = Array.from(typed)
  return characters.length < insideMin ? undefined : insideMark + typed
}

/** Adds the ends of words, by which a text inside of a word is found as a prefix too. */
function withEnds(words: readonly string[]): readonly string[] {
  const ends = words.flatMap((word) => {
    const characters = Array.from(word)
    const count = Math.min(Math.max(0, characters.length - insideMin), endsMax)
    return Array.from(
      { length: count },
      (_, at) => insideMark + characters.slice(at + 1, at + 1 + endLength).join(''),
    )
  })
  return [...new Set([...words, ...ends])]
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

/** The texts by which screens call a patient without a name, in a language. */
const translateUnnamed =
  (texts: (typeof resources)[(typeof languages)[number]]['studies']) =>
  (key: 'studies:unnamed' | 'studies:unnamedNumber', { number }: { readonly number: string }) =>
    key === 'studies:unnamed'
      ? texts.unnamed
      : texts.unnamedNumber.replace('{{number}}', () => number)

/** The names by which the screens of all languages call a patient without a name; empty for any other. */
const listUnnamed = (name: string, number?: string): readonly string[] =>
  languages
    .map((language) =>
      formatPatientName(translateUnnamed(resources[language].studies), name, { number }),
    )
    .filter((shown) => shown !== name)

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
  ...tagWords('name', withEnds(splitNames(records))),
  ...tagWords('phone', [...new Set(records.flatMap(({ phone }) => getPhoneWords(phone)))]),
  ...tagWords('email', splitAll(records.map(({ email }) => email ?? ''))),
  ...tagWords('animal', [
    ...new Set([
      ...withEnds(splitAll(animals)),
      ...splitAll(animals.flatMap((name) => listUnnamed(name))),
    ]),
  ]),
]

interface PatientText {
  readonly name: string
  readonly nameGroups: string
  readonly patientId: string
  readonly accessionCode: string
}

interface RelatedTexts {
  readonly owners: readonly string[]
  readonly breed: string | null
  /** The patient IDs that the animal had before corrections. */
  readonly formerNumbers?: readonly string[]
}

/** The words of a patient and of the records that were merged into it. */
export const getPatientWords = (
  records: readonly PatientText[],
  { owners, breed, formerNumbers = [] }: RelatedTexts,
): readonly Word<PatientWordField>[] => [
  ...tagWords('name', withEnds(splitNames(records))),
  ...tagWords(
    'unnamed',
    splitAll(records.flatMap(({ name, patientId }) => listUnnamed(name, patientId))),
  ),
  ...tagWords('id', [
    ...new Set([
      ...withEnds(splitAll([...records.map(({ patientId }) => patientId), ...formerNumbers])),
      ...splitAll(records.map(({ accessionCode }) => accessionCode)),
    ]),
  ]),
  ...tagWords('owner', withEnds(splitAll(owners))),
  ...tagWords('breed', splitAll(languages.map((language) => formatBreed(breed ?? '', language)))),
]
