import type { SavedViewerState, UserId } from '@talus/contract'
import { ApiError } from '../../../api/api-error.ts'
import type { ViewId } from '../model.ts'
import type { DraftStorage } from './draft-storage.ts'
import { fromSaved, isSameSaved, listSavedIds, toSaved } from './saved-state.ts'
import { createSaver } from './saver.ts'
import type { AuthorsStore } from './authors.ts'
import type { OnMerged, Saver, ViewerStateApi } from './saver.ts'
import { mergeViews } from './state-merge.ts'
import type { ViewConflict, ViewStates } from './state-merge.ts'
import type { ViewerStore } from './viewer-store.ts'

/** The server and tab storage that save the changes of the user. */
export interface StateStorage {
  readonly api: ViewerStateApi
  readonly drafts: DraftStorage
  /** The user, whose own drawings are changed without a question. */
  readonly userId: UserId
}

export interface Persistence {
  /** State on the server when the viewer opens. */
  readonly saved: SavedViewerState
  /** Undefined: the saved state is shown, and changes last until the viewer is closed. */
  readonly storage?: StateStorage | undefined
}

/** Merges the state of the server with the user's own changes that were never saved. */
export function restoreViews(
  { saved, storage }: Persistence,
  shownIds: readonly ViewId[],
  onRestored: () => void,
): { readonly views: ViewStates; readonly conflicts: readonly ViewConflict[] } {
  // An image that is not shown because it was rejected has its drawings when it is shown again.
  const viewIds = [...new Set([...shownIds, ...listSavedIds(saved)])]
  const theirs = fromSaved(saved, viewIds)
  const unsaved = storage?.drafts.read()
  if (!unsaved) return { views: theirs, conflicts: [] }
  const { views, conflicts } = mergeViews(
    fromSaved(unsaved.base, viewIds),
    fromSaved(unsaved.mine, viewIds),
    theirs,
  )
  if (isSameSaved(toSaved(views, viewIds, 0), toSaved(theirs, viewIds, 0))) {
    // The draft of a conflict stays until the user's version is saved or given up.
    if (conflicts.length === 0) storage?.drafts.write(undefined)
    return { views: theirs, conflicts }
  }
  onRestored()
  return { views, conflicts }
}

const isConflict = (error: unknown) =>
  error instanceof ApiError && error.code === 'record/changed-meanwhile'

/** Notifies the saver of page events; returns the function that unsubscribes. */
function subscribeToPage(saver: Saver): () => void {
  const stop = new AbortController()
  const { signal } = stop
  addEventListener('pagehide', saver.saveOnPageHide, { signal })
  addEventListener('online', () => void saver.saveNow(), { signal })
  addEventListener(
    'beforeunload',
    (event) => {
      if (saver.wouldLoseChanges()) event.preventDefault()
    },
    { signal },
  )
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'visible') void saver.refresh()
      else saver.storeUnsaved()
    },
    { signal },
  )
  return () => stop.abort()
}

interface SavingOptions {
  readonly store: ViewerStore
  /** Views of the study at the time of the call. */
  readonly viewIds: () => readonly ViewId[]
  /** Called after the changes of another user on the same study were merged. */
  readonly onMerged: OnMerged
  readonly authors: AuthorsStore
}

/** Saves the changes of a store until the returned saver is stopped. */
export function startSaving(
  { api, drafts }: StateStorage,
  saved: SavedViewerState,
  { store, viewIds, onMerged, authors }: SavingOptions,
): Saver {
  const saver = createSaver({
    store,
    stateApi: api,
    drafts,
    viewIds,
    base: saved,
    authors,
    onMerged,
    isConflict,
  })
  const unsubscribe = subscribeToPage(saver)
  const unwatch = api.watch?.((version) => void saver.refresh(version))
  return {
    ...saver,
    stop: () => {
      unwatch?.()
      unsubscribe()
      saver.stop()
    },
  }
}
