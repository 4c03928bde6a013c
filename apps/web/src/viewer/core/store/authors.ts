import type { AuthorState, DrawingAuthors, SavedViewerState } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import type { ViewId } from '../model.ts'

const unknown: DrawingAuthors = { created: null, changed: null }

/** Entries of drawings that were deleted stay, because the deletion may be undone. */
const merge = (known: AuthorState, newer: AuthorState): AuthorState => {
  const merged = { ...known }
  for (const [viewId, drawings] of Object.entries(newer))
    merged[viewId] = { ...merged[viewId], ...drawings }
  return merged
}

/** A drawing of the server without a recorded author has an unknown one. */
const readAuthors = ({ toolState, authors }: SavedViewerState): AuthorState => {
  const found: AuthorState = {}
  for (const [viewId, { drawings }] of Object.entries(toolState))
    found[viewId] = Object.fromEntries(drawings.map(({ id }) => [id, unknown]))
  return merge(found, authors)
}

export interface AuthorsStore {
  readonly store: Store<AuthorState>
  /** Undefined for a drawing that the user has not saved yet. */
  readonly find: (viewId: ViewId, drawingId: string) => DrawingAuthors | undefined
  /** Adds the authors of a state that was loaded. */
  readonly load: (state: SavedViewerState) => void
  /** Adds the authors that the server recorded with a save. */
  readonly record: (authors: AuthorState) => void
}

export function createAuthors(saved: SavedViewerState | undefined): AuthorsStore {
  const store = createStore<AuthorState>(saved ? readAuthors(saved) : {})
  return {
    store,
    find: (viewId, drawingId) => store.get()[String(viewId)]?.[drawingId],
    load: (state) => store.set((now) => merge(now, readAuthors(state))),
    record: (authors) => store.set((now) => merge(now, authors)),
  }
}
