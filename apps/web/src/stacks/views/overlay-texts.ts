import type { Stack, StackNote, StackNoteCode } from '@talus/contract'
import i18next from 'i18next'
import type { TFunction } from 'i18next'

export const formatNumber = (language: string, value: number, digits: number): string =>
  new Intl.NumberFormat(language, {
    maximumFractionDigits: digits,
    useGrouping: false,
  }).format(value)

const counted: readonly StackNoteCode[] = ['duplicatesRemoved', 'missingSlices']

/** A note about a series as a sentence. */
export function formatNote(t: TFunction, { code, value, after }: StackNote): string {
  if (code === 'duplicatesRemoved' || code === 'missingSlices')
    return t(`stacks:notes.${code}`, { count: value ?? 1, after })
  const rounded = value === undefined ? undefined : formatNumber(i18next.language, value, 1)
  return t(`stacks:notes.${code}`, { value: rounded })
}

/** Notes that change how a picture is read stand in the overlay; the panel has all of them. */
const important: readonly StackNoteCode[] = [
  ...counted,
  'lossy',
  'tilted',
  'noPosition',
  'unevenPhases',
]

export const listWarnings = (t: TFunction, { notes }: Stack): readonly string[] =>
  notes.filter(({ code }) => important.includes(code)).map((note) => formatNote(t, note))

/** Why a stack has no planes. */
export const getStackReason = (t: TFunction, { notes }: Stack): string => {
  const note = notes[0]
  return note ? formatNote(t, note) : t('stacks:notes.tooFewSlices')
}
