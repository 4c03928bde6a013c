import { limits } from '@talus/contract'
import type { ImageId, ViewerState } from '@talus/contract'
import { createStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import type { StateKeeper } from '../model.ts'
import { fromSaved, isSameSaved, toSaved } from './saved-state.ts'
import { mergeImages } from './state-merge.ts'
import type { WorkKeeper } from './unsaved-work.ts'
import type { ViewerStore } from './viewer-store.ts'

export type SaveState =
  | { readonly kind: 'saved' | 'unsaved' | 'saving'; readonly reason?: undefined }
  | { readonly kind: 'failed'; readonly reason: unknown }

interface SaverGiven {
  readonly store: ViewerStore
  readonly keeper: StateKeeper
  readonly work: WorkKeeper
  /** Those of the study, as it is now. */
  readonly imageIds: () => readonly ImageId[]
  /** As the server has it. */
  readonly base: ViewerState
  /** Somebody else has drawn on the same study, and both drawings are kept. */
  readonly onMerged: () => void
  readonly isConflict: (error: unknown) => boolean
}

export interface Saver {
  readonly state: Store<SaveState>
  readonly saveNow: () => Promise<void>
  /** Nobody knows what becomes of a page that is not seen any more: what is not saved is put aside. */
  readonly keep: () => void
  /** The page is going: what is left to save goes along, as far as a browser allows. */
  readonly leavePage: () => void
  /** Whether closing the page now would lose something. */
  readonly wouldLose: () => boolean
  /** Somebody is looking again: what others have drawn meanwhile is fetched. */
  readonly refresh: () => Promise<void>
  readonly stop: () => void
}

/** A browser refuses more than 64 kB from a page that it is closing. */
const lastWordsBytes = 60_000
const retryMs = [5000, 10_000, 15_000] as const
/** More conflicts in a row are no accident of two people any more. */
const triesMax = 5

/**
 * Keeps the state of the images on the server: at most one save in 2.5 seconds, the last change always,
 * nothing while a crop is being chosen.
 */
export function createSaver(given: SaverGiven): Saver {
  const { store, keeper, work, imageIds, onMerged, isConflict } = given
  const state = createStore<SaveState>({ kind: 'saved' })
  let base = given.base
  let seen = store.get().images
  let lastTool = store.get().tool
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let failures = 0
  let isStopped = false

  const now = () => toSaved(store.get().images, imageIds(), base.version)
  const isDirty = () => !isSameSaved(now(), base)
  const keepWork = () => work.write(isDirty() ? { base, mine: now() } : undefined)
  const takeOver = (theirs: ViewerState) => {
    const mine = store.get().images
    const ids = imageIds()
    const merged = mergeImages(fromSaved(base, ids), mine, fromSaved(theirs, ids))
    base = theirs
    store.set((scene) => ({ ...scene, images: new Map([...mine, ...merged]) }))
  }

  async function attempt() {
    for (let tries = 0; isDirty(); tries += 1) {
      const sent = now()
      try {
        const { version } = await keeper.save(sent)
        base = { ...sent, version }
        return
      } catch (error) {
        if (!isConflict(error) || tries >= triesMax) throw error
        takeOver(await keeper.load())
        onMerged()
      }
    }
  }

  function unschedule() {
    clearTimeout(timer)
    timer = undefined
  }

  async function save() {
    unschedule()
    state.set({ kind: 'saving' })
    try {
      await attempt()
      failures = 0
      keepWork()
      state.set({ kind: isDirty() ? 'unsaved' : 'saved' })
      if (isDirty()) schedule(limits.viewerStateThrottleMs)
    } catch (reason) {
      keepWork()
      state.set({ kind: 'failed', reason })
      schedule(retryMs[Math.min(failures, retryMs.length - 1)] ?? 15_000)
      failures += 1
    }
  }

  const saveNow = () => {
    running ??= save().finally(() => {
      running = undefined
    })
    return running
  }

  function schedule(ms: number) {
    if (timer !== undefined || isStopped) return
    timer = setTimeout(() => {
      timer = undefined
      // The crop that is being chosen is not one yet; it is saved as soon as another tool is taken.
      if (store.get().tool !== 'crop') void saveNow()
    }, ms)
  }

  const onChange = () => {
    const { images, tool } = store.get()
    const isChanged = images !== seen
    seen = images
    const isCropBegun = tool === 'crop' && lastTool !== 'crop'
    lastTool = tool
    if (state.get().kind === 'saved') {
      if (!isChanged || !isDirty()) return
      state.set({ kind: 'unsaved' })
    }
    // What was done before is not kept waiting for the end of the crop.
    if (isCropBegun) void saveNow()
    if (tool === 'crop' || running) return
    // Whoever goes on drawing does not wait for the next try of a save that has failed.
    if (isChanged && state.get().kind === 'failed') unschedule()
    schedule(limits.viewerStateThrottleMs)
  }
  const unsubscribe = store.subscribe(onChange)
  // Something may be left over from an earlier visit.
  if (isDirty()) {
    state.set({ kind: 'unsaved' })
    schedule(0)
  }

  return {
    state,
    saveNow,
    keep: keepWork,
    leavePage: () => {
      if (!isDirty()) return
      keepWork()
      const sent = now()
      if (JSON.stringify(sent).length > lastWordsBytes) return
      keeper.save(sent, { outlivesPage: true }).catch(() => undefined)
    },
    wouldLose: () =>
      isDirty() && (state.get().kind === 'failed' || JSON.stringify(now()).length > lastWordsBytes),
    refresh: async () => {
      if (running || isDirty()) return
      const theirs = await keeper.load().catch(() => undefined)
      if (!theirs || theirs.version === base.version || running) return
      takeOver(theirs)
      seen = store.get().images
    },
    stop: () => {
      isStopped = true
      unsubscribe()
      unschedule()
      if (!isDirty()) return
      keepWork()
      void saveNow()
    },
  }
}
