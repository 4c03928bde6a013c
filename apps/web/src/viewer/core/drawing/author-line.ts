import type { DrawingAuthors } from '@talus/contract'
import type { TFunction } from 'i18next'
import { formatDateTime } from '../../../ui/format/dates.ts'

/** Corrections by the author soon after drawing belong to the drawing. */
const sameWorkMs = 10 * 60_000

function isOwnCorrection({ created, changed }: DrawingAuthors): boolean {
  if (!created || created.userId !== changed?.userId) return false
  return new Date(changed.on).getTime() - new Date(created.on).getTime() < sameWorkMs
}

/**
 * Formats as `Dr. Martin, 2026-03-12 14:02 · changed by …`. Undefined for a drawing that is not
 * saved yet, or whose author was not recorded.
 */
export function formatAuthors(
  t: TFunction,
  authors: DrawingAuthors | undefined,
  timeZone: string | undefined,
): string | undefined {
  if (!authors) return undefined
  const { created, changed } = authors
  const toText = ({ name, on }: NonNullable<typeof created>) => ({
    name,
    time: formatDateTime(on, timeZone),
  })
  const parts = [
    ...(created ? [t('measure:author.drawn', toText(created))] : []),
    ...(changed && !isOwnCorrection(authors) ? [t('measure:author.changed', toText(changed))] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(' · ')
}
