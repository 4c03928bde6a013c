import { findingsFields } from '@talus/contract'
import type { CaseFindings } from '@talus/contract'

export type TextField = keyof CaseFindings

interface MergedFindings {
  /** A field that both have changed keeps the own text. */
  readonly texts: CaseFindings
  /** The fields that both have changed to different texts. */
  readonly conflicts: readonly TextField[]
}

/**
 * Joins the own texts with those of another computer, field by field, against the last version that
 * both had. Without that version each difference is a conflict.
 */
export function mergeFindings(
  base: CaseFindings | undefined,
  mine: CaseFindings,
  theirs: CaseFindings,
): MergedFindings {
  const texts = { ...mine }
  const conflicts: TextField[] = []
  for (const field of findingsFields) {
    if (mine[field].trim() === theirs[field].trim()) continue
    if (base && mine[field] === base[field]) texts[field] = theirs[field]
    else if (!base || theirs[field] !== base[field]) conflicts.push(field)
  }
  return { texts, conflicts }
}
