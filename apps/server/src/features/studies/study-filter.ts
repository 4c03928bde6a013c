import type { Day, Instant } from '@talus/contract'
import { wordsTyped } from '../../db/listing/index.ts'
import type { PatientWordField } from '../../db/tables.ts'
import { dayBounds } from '../../time/day-bounds.ts'

/** What people type and choose. */
export interface AskedStudies {
  readonly patientName?: string | undefined
  readonly patientId?: string | undefined
  readonly search?: string | undefined
  readonly dateFrom?: Day | undefined
  readonly dateTo?: Day | undefined
}

/** The beginning of a word that a patient must have, in one of these fields. */
export interface WantedWord {
  readonly beginning: string
  readonly fields: readonly PatientWordField[]
}

export interface StudyFilter {
  readonly words: readonly WantedWord[]
  readonly from: Instant | undefined
  /** Not included. */
  readonly until: Instant | undefined
}

const anywhere = ['name', 'id', 'owner', 'breed'] as const

/** Nobody types more words than this; a pasted page must not become a thousand conditions. */
const wordsMax = 12

const wanted = (words: readonly string[], fields: readonly PatientWordField[]) =>
  words.slice(0, wordsMax).map((beginning) => ({ beginning, fields }))

/** By its parts: nobody knows which apostrophe "O’Brien" was typed with the first time. */
const partsTyped = (text = '') => {
  const words = wordsTyped(text)
  const parts = words.flatMap((word) => {
    const found = word.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
    return found.length === 0 ? [word] : found
  })
  return [...new Set(parts)]
}

/** Days are those of the clinic, from the first minute of one to the last of the other. */
export const filterOf = (asked: AskedStudies, timeZone: string): StudyFilter => ({
  words: [
    ...wanted(wordsTyped(asked.patientId ?? ''), ['id']),
    ...wanted(partsTyped(asked.patientName), ['name', 'owner']),
    ...wanted(partsTyped(asked.search), anywhere),
  ],
  from: asked.dateFrom === undefined ? undefined : dayBounds(timeZone, asked.dateFrom).start,
  until: asked.dateTo === undefined ? undefined : dayBounds(timeZone, asked.dateTo).end,
})
