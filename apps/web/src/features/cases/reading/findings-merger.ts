import type { CaseFindings } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import { mergeFindings } from './merge-findings.ts'
import type { TextField } from './merge-findings.ts'
import { appendText } from './template-texts.ts'

/** The fields that were changed here and on another computer, until their author decides. */
interface FindingsConflict {
  readonly fields: readonly TextField[]
  readonly theirs: CaseFindings
  /** The version of the draft that has their texts. */
  readonly version: number
}

/** A text that its author did not keep; it can be brought back once. */
export interface DroppedText {
  readonly field: TextField
  readonly text: string
  /** The text that was kept in its place. */
  readonly kept: string
}

export type FindingsMerger = ReturnType<typeof createFindingsMerger>

const pick = (texts: CaseFindings, fields: readonly TextField[]): Partial<CaseFindings> =>
  Object.fromEntries(fields.map((field) => [field, texts[field]]))

/**
 * Merges the texts on the screen with those of another computer.
 * @param base The last version that this page and the server both had, if it is known.
 */
export function createFindingsMerger(texts: Store<CaseFindings>, base: CaseFindings | undefined) {
  let known = base
  const conflict = createStore<FindingsConflict | undefined>(undefined)
  const dropped = createStore<readonly DroppedText[]>([])
  const forgetDropped = (text: DroppedText) =>
    dropped.set((now) => now.filter((one) => one !== text))
  return {
    conflict,
    dropped,
    getBase: () => known,
    setBase: (next: CaseFindings) => {
      known = next
    },
    /** Shows the texts of the fields that only the other computer has changed. */
    merge: (theirs: CaseFindings, version: number) => {
      const { texts: content, conflicts } = mergeFindings(known, texts.get(), theirs)
      texts.set(content)
      if (conflicts.length > 0) {
        // The other fields continue from their texts, also if the author decides after a reload.
        known &&= { ...theirs, ...pick(known, conflicts) }
        conflict.set({ fields: conflicts, theirs, version })
        return { content, version: undefined }
      }
      known = theirs
      conflict.set(undefined)
      return { content, version }
    },
    /** Returns the text to keep, and with the last decision the version that it replaces. */
    decide: (field: TextField, use: 'mine' | 'theirs') => {
      const open = conflict.get()
      if (!open) return undefined
      const { theirs, version } = open
      const mine = texts.get()[field]
      const [text, other] = use === 'mine' ? [mine, theirs[field]] : [theirs[field], mine]
      if (other.trim() !== '')
        dropped.set((now) => [
          ...now.filter((one) => one.field !== field),
          { field, text: other, kept: text },
        ])
      const fields = open.fields.filter((one) => one !== field)
      const isLast = fields.length === 0
      known = isLast ? theirs : known && { ...known, [field]: theirs[field] }
      conflict.set(isLast ? undefined : { ...open, fields })
      return { text, version: isLast ? version : undefined }
    },
    /** Returns the text of the field with the dropped one: in its place, or below later changes. */
    bringBack: (text: DroppedText): string => {
      forgetDropped(text)
      const now = texts.get()[text.field]
      return now === text.kept ? text.text : appendText(now, text.text)
    },
    forgetDropped,
  }
}
