import { createHash } from 'node:crypto'
import { toDrawingContent } from '@talus/contract'
import type { AuthorState, DrawingAuthors, Signature, UserId } from '@talus/contract'
import type { RecordedAuthors, RecordedDrawing } from '../../db/image-tables.ts'
import type { DrawingChange } from './drawing-changes.ts'

/** Removed drawings of a study whose authors are remembered; a removal is undone soon or never. */
const removedMax = 100

const hash = (content: unknown) =>
  createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 32)

const unknown: DrawingAuthors = { created: null, changed: null }

function recordChange(
  { before, after }: DrawingChange,
  known: RecordedDrawing | undefined,
  by: Signature,
): RecordedDrawing {
  if (!after) {
    const content = before ? hash(toDrawingContent(before)) : ''
    return { ...(known ?? unknown), removed: { content, on: by.on } }
  }
  if (before) return { created: known?.created ?? null, changed: by }
  if (!known?.removed) return { created: by, changed: null }
  // A removal that is undone makes nobody else the author.
  const { removed, ...authors } = known
  return removed.content === hash(toDrawingContent(after)) ? authors : { ...authors, changed: by }
}

/** Forgets the drawings of images that left the study, and those that were removed long ago. */
function prune(authors: RecordedAuthors, isInStudy: (imageId: string) => boolean): RecordedAuthors {
  const entries = Object.entries(authors)
    .filter(([imageId]) => isInStudy(imageId))
    .flatMap(([imageId, drawings]) =>
      Object.entries(drawings).map(([id, recorded]) => ({ imageId, id, recorded })),
    )
  const dates = entries
    .flatMap(({ recorded }) => (recorded.removed ? [recorded.removed.on] : []))
    .toSorted()
  const oldest = dates.at(-removedMax) ?? ''
  const kept: Record<string, Record<string, RecordedDrawing>> = {}
  for (const { imageId, id, recorded } of entries) {
    if (recorded.removed && recorded.removed.on < oldest) continue
    ;(kept[imageId] ??= {})[id] = recorded
  }
  return kept
}

/** The authors after the changes of a user. */
export function recordChanges(
  stored: RecordedAuthors,
  changes: readonly DrawingChange[],
  by: Signature,
  isInStudy: (imageId: string) => boolean,
): RecordedAuthors {
  const next: Record<string, Record<string, RecordedDrawing>> = {}
  for (const [imageId, drawings] of Object.entries(stored)) next[imageId] = { ...drawings }
  for (const change of changes) {
    const ofImage = (next[change.imageId] ??= {})
    ofImage[change.id] = recordChange(change, ofImage[change.id], by)
  }
  return prune(next, isInStudy)
}

/** The authors of the drawings that exist, for clients. */
export const toAuthorState = (stored: RecordedAuthors): AuthorState =>
  Object.fromEntries(
    Object.entries(stored).map(([imageId, drawings]) => [
      imageId,
      Object.fromEntries(
        Object.entries(drawings).flatMap(([id, { removed, ...authors }]) =>
          removed ? [] : [[id, authors]],
        ),
      ),
    ]),
  )

export interface ForeignChange {
  readonly action: 'image.change-drawing' | 'image.delete-drawing' | 'image.restore-drawing'
  readonly change: DrawingChange
  /** Null if the drawing is from before authors were recorded. */
  readonly author: Signature | null
}

/** The changes of drawings that another user drew, or an unknown one. */
export function listForeignChanges(
  stored: RecordedAuthors,
  changes: readonly DrawingChange[],
  userId: UserId,
): readonly ForeignChange[] {
  return changes.flatMap((change): ForeignChange[] => {
    const known = stored[change.imageId]?.[change.id]
    const isNew = change.before === undefined
    const author = known?.created ?? null
    if (author?.userId === userId || (isNew && !known?.removed)) return []
    const action = isNew
      ? 'image.restore-drawing'
      : change.after
        ? 'image.change-drawing'
        : 'image.delete-drawing'
    return [{ action, change, author }]
  })
}
