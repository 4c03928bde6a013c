import type { Stack, StackNote, StackNoteCode } from '@talus/contract'
import i18next from 'i18next'
import type { TFunction } from 'i18next'
import { formatNumber } from '../../viewer/core/format-number.ts'

export const formatDecimal = (language: string, value: number, digits: number): string =>
  formatNumber(language, value, { maximumFractionDigits: digits, useGrouping: false })

/** The number of a phase, and what tells it from the others: `Phase 1 of 2 · acquisition 4`. */
export function formatPhase(t: TFunction, { phases }: Stack, phase: number): string {
  const number = t('stacks:overlay.phase', { number: phase + 1, count: phases.length })
  const { by, label = '' } = phases[phase] ?? {}
  return by ? `${number} · ${t(`stacks:phase.by.${by}`, { label })}` : number
}

/**
 * The number of a slice in its stack, and that of the scanner if it is another one: reports cite it.
 * The frames of a multi-frame image have one number in common.
 */
export function formatSlice(t: TFunction, stack: Stack, phase: number, index: number): string {
  const slices = stack.phases[phase]?.slices ?? []
  const [number, total] = [index + 1, slices.length]
  const { instanceNumber = null, imageId } = slices[index] ?? {}
  const isMultiFrame = slices.some((one, at) => at !== index && one.imageId === imageId)
  return instanceNumber === null || instanceNumber === number || isMultiFrame
    ? t('stacks:overlay.slice', { number, total })
    : t('stacks:overlay.sliceAndImage', { number, total, image: instanceNumber })
}

const counted: readonly StackNoteCode[] = ['duplicatesRemoved', 'missingSlices']

/** A note about a series as a sentence. */
export function formatNote(t: TFunction, { code, value, after }: StackNote): string {
  if (code === 'duplicatesRemoved' || code === 'missingSlices')
    return t(`stacks:notes.${code}`, { count: value ?? 1, after })
  const rounded = value === undefined ? undefined : formatDecimal(i18next.language, value, 1)
  return t(`stacks:notes.${code}`, { value: rounded })
}

/** A note that changes how a picture is read; the corner of every viewport has its short form. */
export interface Notice {
  readonly text: string
  readonly short: string | undefined
}

/** The panel of the series has all notes. */
const important: readonly StackNoteCode[] = [
  ...counted,
  'lossy',
  'tilted',
  'noPosition',
  'noSpacing',
  'notPerpendicular',
  'notCollinear',
  'irregular',
  'unevenPhases',
]
const shortCodes = ['tilted', 'missingSlices', 'lossy', 'noPosition', 'noSpacing'] as const

function getShortNote(t: TFunction, { code, value }: StackNote): string | undefined {
  const known = shortCodes.find((one) => one === code)
  if (!known) return undefined
  return known === 'tilted'
    ? t('stacks:notice.tilted', { value: formatDecimal(i18next.language, value ?? 0, 1) })
    : t(`stacks:notice.${known}`)
}

export const listNotices = (
  t: TFunction,
  { notes }: Stack,
  failed: readonly number[],
): readonly Notice[] => [
  ...notes
    .filter(({ code }) => important.includes(code))
    .map((note) => ({ text: formatNote(t, note), short: getShortNote(t, note) })),
  ...(failed.length > 0
    ? [
        {
          text: t('stacks:notes.unreadable', { count: failed.length }),
          short: t('stacks:notice.unreadable'),
        },
      ]
    : []),
]

/** The line in the corner of a viewport; the number of notes follows if it has not all of them. */
export function summarizeNotices(t: TFunction, notices: readonly Notice[]): string {
  const short = [...new Set(notices.flatMap((one) => one.short ?? []))]
  if (short.length === 0) return t('stacks:notice.count', { count: notices.length })
  const line = short.join(' · ')
  return notices.length > short.length ? `${line} (${notices.length})` : line
}

/** Why a stack has no planes. */
export const getStackReason = (t: TFunction, { notes }: Stack): string => {
  const note = notes[0]
  return note ? formatNote(t, note) : t('stacks:notes.tooFewSlices')
}
