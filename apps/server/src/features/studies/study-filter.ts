import type { Day, Instant, PatientId, StudyModality } from '@talus/contract'
import { parseSearchWords } from '../../db/listing/index.ts'
import type { PatientWordField } from '../../db/word-tables.ts'
import { getDayBounds } from '../../time/day-bounds.ts'

/** The filters as the user enters them. */
export interface StudySearch {
  readonly patientName?: string | undefined
  readonly patientId?: string | undefined
  readonly search?: string | undefined
  readonly dateFrom?: Day | undefined
  readonly dateTo?: Day | undefined
}

/** The prefix of a word that a patient must have in one of these fields. */
export interface SearchWord {
  readonly prefix: string
  readonly fields: readonly PatientWordField[]
}

/** A condition on a column of the study, by a word that names its value on the screen. */
export type StudyProperty =
  | { readonly column: 'modality'; readonly value: StudyModality }
  | { readonly column: 'speciesId'; readonly value: number }
  | { readonly column: 'userKey'; readonly prefix: string }

export interface StudyFilter {
  readonly words: readonly SearchWord[]
  /** Patients whose number is exactly the typed text: their studies come first. */
  readonly exactPatients?: readonly PatientId[]
  readonly properties?: readonly StudyProperty[]
  readonly from: Instant | undefined
  /** Not included. */
  readonly until: Instant | undefined
}

const allFields = ['name', 'unnamed', 'id', 'owner', 'breed'] as const

/** More words than users type; a pasted page must not become a thousand conditions. */
const wordsMax = 12

const toSearchWords = (words: readonly string[], fields: readonly PatientWordField[]) =>
  words.slice(0, wordsMax).map((prefix) => ({ prefix, fields }))

const punctuationAround = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/**
 * Splits words at punctuation, because "O’Brien" may have been entered with another apostrophe. A
 * word with digits is a number such as "PH-1": its "1" alone would begin a word of most patients.
 */
const splitTypedParts = (text = '') => {
  const words = parseSearchWords(text)
  const parts = words.flatMap((word) => {
    const whole = word.replaceAll(punctuationAround, '')
    if (/\p{L}/u.test(whole) && /\p{N}/u.test(whole)) return [whole]
    const found = word.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    return found.length === 0 ? [word] : found
  })
  return [...new Set(parts)]
}

/** Days are those of the clinic, from the start of the first to the end of the last. */
export const createStudyFilter = (input: StudySearch, timeZone: string): StudyFilter => ({
  words: [
    ...toSearchWords(parseSearchWords(input.patientId ?? ''), ['id']),
    ...toSearchWords(splitTypedParts(input.patientName), ['name', 'unnamed', 'owner']),
    ...toSearchWords(splitTypedParts(input.search), allFields),
  ],
  from: input.dateFrom === undefined ? undefined : getDayBounds(timeZone, input.dateFrom).start,
  until: input.dateTo === undefined ? undefined : getDayBounds(timeZone, input.dateTo).end,
})
