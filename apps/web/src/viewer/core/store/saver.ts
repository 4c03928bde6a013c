import { limits } from '@talus/contract'
import type { Drawing, SavedViewerState, ViewerState } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'
import type { ViewId } from '../model.ts'
import type { AuthorsStore } from './authors.ts'
import { getOwnViews, withOwnViews } from './presented-views.ts'
import { fromSaved, isSameSaved, listSavedIds, pickSaved, toSaved } from './saved-state.ts'
import { mergeViews } from './state-merge.ts'
import type { ViewConflict } from './state-merge.ts'
import { createRefresher } from './state-refresh.ts'
import type { DraftStorage } from './draft-storage.ts'
import { withoutMissing } from './viewer-store.ts'
import type { ViewerStore } from './viewer-store.ts'

export type SaveState =
  | { readonly kind: 'saved' | 'unsaved' | 'saving'; readonly reason?: undefined }
  | { readonly kind: 'failed'; readonly reason: unknown }

/** Loads and saves the viewer state of the views. */
export interface ViewerStateApi {
  readonly load: () => Promise<SavedViewerState>
  /** Rejects with `record/changed-meanwhile` if another user has saved since `version`. */
  readonly save: (
    state: ViewerState,
    settings?: { readonly outlivesPage?: boolean },
  ) => Promise<Pick<SavedViewerState, 'version' | 'authors'>>
  /** Reports the version on the server now and after each save; returns a function that ends it. */
  readonly watch?: (onVersion: (version: number) => void) => () => void
  /** Called when the viewer is closed after changes were saved. */
  readonly finish?: () => void
}

/** A drawing that another user changed too; their version is shown. */
export interface MergeConflict {
  readonly viewId: ViewId
  readonly drawings: readonly Drawing[]
  /** Shows the version of this user instead. */
  readonly takeMine: () => void
}
export type OnMerged = (conflicts: readonly MergeConflict[]) => void

/** Makes the user's version of drawings in conflict an undo step. */
export const rememberConflicts = (
  store: ViewerStore,
  conflicts: readonly ViewConflict[],
): readonly MergeConflict[] =>
  conflicts.map(({ viewId, mine, drawings }) => ({
    viewId,
    drawings,
    takeMine: store.remember(viewId, mine),
  }))

interface SaverOptions {
  readonly store: ViewerStore
  readonly stateApi: ViewerStateApi
  readonly drafts: DraftStorage
  /** Views of the study at the time of the call. */
  readonly viewIds: () => readonly ViewId[]
  /** State on the server when the viewer opens. */
  readonly base: ViewerState
  readonly authors: AuthorsStore
  /** Called after the changes of another user on the same study were merged. */
  readonly onMerged: OnMerged
  readonly isConflict: (error: unknown) => boolean
}

export interface Saver {
  readonly state: Store<SaveState>
  readonly saveNow: () => Promise<void>
  /** Stores unsaved changes locally: the browser may discard a hidden page at any time. */
  readonly storeUnsaved: () => void
  /** Sends unsaved changes while the page unloads, as far as the browser allows. */
  readonly saveOnPageHide: () => void
  /** Whether closing the page now would lose changes. */
  readonly wouldLoseChanges: () => boolean
  /**
   * Shows the changes of other users, unless `version` is shown already. During a drag, and while
   * changes of this user are unsaved, it waits.
   */
  readonly refresh: (version?: number) => Promise<void>
  readonly stop: () => void
}

/** Browsers reject keepalive requests above 64 kB from a closing page. */
const keepaliveMaxBytes = 60_000
const retryMs = [5000, 10_000, 15_000] as const
/** More conflicts in a row are not caused by two users any more. */
const triesMax = 5

/** The user's changes compared with the state on the server, in both directions. */
function createSync(options: SaverOptions) {
  const { store, stateApi, viewIds, authors, onMerged, isConflict } = options
  let base: ViewerState = options.base
  const now = () => toSaved(getOwnViews(store.get()), viewIds(), base.version)
  const isDirty = () => !isSameSaved(now(), pickSaved(base, viewIds()))
  const applyTheirs = ({ authors: theirAuthors, ...theirs }: SavedViewerState) => {
    const mine = getOwnViews(store.get())
    const ids = [...viewIds(), ...listSavedIds(base), ...listSavedIds(theirs)]
    const { views, conflicts } = mergeViews(fromSaved(base, ids), mine, fromSaved(theirs, ids))
    base = theirs
    authors.load({ ...theirs, authors: theirAuthors })
    store.set((scene) => withoutMissing(withOwnViews(scene, new Map([...mine, ...views]))))
    return rememberConflicts(store, conflicts)
  }
  const acceptSaved = (sent: ViewerState, saved: Pick<SavedViewerState, 'version' | 'authors'>) => {
    const ids = new Set(viewIds().map(String))
    // The server keeps the state of images that this client does not show.
    const keep = <Value>(before: Record<string, Value>, after: Record<string, Value>) => ({
      ...Object.fromEntries(Object.entries(before).filter(([id]) => !ids.has(id))),
      ...after,
    })
    base = {
      viewportState: keep(base.viewportState, sent.viewportState),
      cropState: keep(base.cropState, sent.cropState),
      toolState: keep(base.toolState, sent.toolState),
      version: saved.version,
    }
    authors.record(saved.authors)
  }
  return {
    now,
    isDirty,
    /** Unsaved changes for the draft storage; undefined if there are none. */
    draft: () => (isDirty() ? { base, mine: now() } : undefined),
    hasVersion: (version: number) => version <= base.version,
    applyTheirs,
    /** Saves the changes; merges those of another user first if there was a conflict. */
    push: async () => {
      for (let tries = 0; isDirty(); tries += 1) {
        const sent = now()
        try {
          acceptSaved(sent, await stateApi.save(sent))
          return
        } catch (error) {
          if (!isConflict(error) || tries >= triesMax) throw error
          onMerged(applyTheirs(await stateApi.load()))
        }
      }
    },
  }
}

/**
 * Saves the state of the views on the server: at most once in 2.5 seconds, always with the last
 * change, and never while a crop is being drawn or a drawing is being dragged.
 */
export function createSaver(options: SaverOptions): Saver {
  const { store, stateApi, drafts } = options
  const { now, isDirty, draft, hasVersion, applyTheirs, push } = createSync(options)
  const state = createStore<SaveState>({ kind: 'saved' })
  let seen = store.get().views
  let lastTool = store.get().tool
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let isStopped = false
  let hasSaved = false

  const storeUnsaved = () => drafts.write(draft())
  const isTooLargeToSend = () => JSON.stringify(now()).length > keepaliveMaxBytes

  /** The state of another user would move what this one is working on, or be taken for a change. */
  const isBusy = () =>
    running !== undefined || isDirty() || store.isEditing() || store.get().tool === 'crop'

  const refresher = createRefresher({
    load: stateApi.load,
    hasVersion,
    isBusy,
    apply: (theirs) => {
      applyTheirs(theirs)
      seen = store.get().views
    },
  })

  function unschedule() {
    clearTimeout(timer)
    timer = undefined
  }

  async function save() {
    unschedule()
    state.set({ kind: 'saving' })
    try {
      const wasDirty = isDirty()
      await push()
      hasSaved ||= wasDirty
      failures = 0
      storeUnsaved()
      state.set({ kind: isDirty() ? 'unsaved' : 'saved' })
      if (isDirty()) schedule(limits.viewerStateThrottleMs)
    } catch (reason) {
      storeUnsaved()
      state.set({ kind: 'failed', reason })
      schedule(retryMs[Math.min(failures, retryMs.length - 1)] ?? 15_000)
      failures += 1
    }
  }

  const saveNow = () => {
    running ??= save().finally(() => {
      running = undefined
      void refresher.runIfDue()
    })
    return running
  }

  function schedule(ms: number) {
    if (timer !== undefined || isStopped) return
    timer = setTimeout(() => {
      timer = undefined
      // An unfinished crop or drag is not saved; its end schedules the save.
      if (store.get().tool !== 'crop' && !store.isEditing()) void saveNow()
    }, ms)
  }

  const onChange = () => {
    const { views, tool } = store.get()
    const isChanged = views !== seen
    seen = views
    const isCropStarted = tool === 'crop' && lastTool !== 'crop'
    lastTool = tool
    if (state.get().kind === 'saved') {
      if (!isChanged || !isDirty()) return
      state.set({ kind: 'unsaved' })
    }
    // Earlier changes do not wait for the end of the crop.
    if (isCropStarted) void saveNow()
    if (tool === 'crop' || running) return
    // A new change does not wait for the retry of a failed save.
    if (isChanged && state.get().kind === 'failed') unschedule()
    schedule(limits.viewerStateThrottleMs)
  }
  const unsubscribe = store.subscribe(() => {
    onChange()
    void refresher.runIfDue()
  })
  // Restored changes from an earlier visit may be unsaved.
  if (isDirty()) {
    state.set({ kind: 'unsaved' })
    schedule(0)
  }

  return {
    state,
    saveNow,
    storeUnsaved,
    saveOnPageHide: () => {
      if (!isDirty()) return
      storeUnsaved()
      if (isTooLargeToSend()) return
      stateApi.save(now(), { outlivesPage: true }).catch(() => undefined)
    },
    wouldLoseChanges: () => isDirty() && (state.get().kind === 'failed' || isTooLargeToSend()),
    refresh: refresher.request,
    stop: () => {
      isStopped = true
      unsubscribe()
      unschedule()
      refresher.stop()
      if (isDirty()) storeUnsaved()
      const saved = isDirty() ? saveNow() : Promise.resolve()
      void saved.then(() => hasSaved && !isDirty() && stateApi.finish?.())
    },
  }
}
