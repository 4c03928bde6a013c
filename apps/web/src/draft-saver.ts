import { createStore } from './store.ts'
import type { Store } from './store.ts'

export type DraftStatus = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

interface MergedDraft<Content> {
  readonly content: Content
  /** The version of the server's draft that the content includes; undefined if the author must decide. */
  readonly version: number | undefined
}

/** Two computers that are typed on at the same time change the draft between merge and save. */
const mergesPerSave = 3

interface DraftSaverOptions<Content> {
  /** The version of the draft on the server; 0 without one. */
  readonly version: number
  readonly save: (version: number, content: Content) => Promise<number>
  readonly isConflict: (error: unknown) => boolean
  /**
   * Joins the pending content with the draft that the server has now. Without it the author decides
   * each conflict.
   */
  readonly merge?: () => Promise<MergedDraft<Content>>
  /** Keeps a copy in this browser, for a server that cannot be reached. */
  readonly keepCopy: (content: Content | undefined, version: number) => void
  readonly throttleMs: number
  readonly retryMs: number
}

export interface DraftSaver<Content> {
  readonly status: Store<DraftStatus>
  /** The error of the last save, until one succeeds; it stays while the save is repeated. */
  readonly failure: Store<unknown>
  readonly change: (content: Content) => void
  /** The version of the draft on the server, after the last save. */
  readonly getVersion: () => number
  /** Saves now; resolves when the server has the last change, or has failed. */
  readonly flush: () => Promise<void>
  /** Continues after a conflict, over the version that the server has now. */
  readonly overwrite: (version: number) => void
  /** Continues from the version that the server has, without the pending changes. */
  readonly rebase: (version: number) => void
  /** Stops saving, e.g. because another tab has taken over. */
  readonly stop: () => void
  /** Forgets pending changes and the copy: the text is finished, and its draft is gone. */
  readonly discard: () => void
  /** Keeps the copy of this browser: the page is being closed. */
  readonly keepNow: () => void
}

/** A timer that, once started, is not started again until it has fired or was cleared. */
function createTimer(onEnd: () => void) {
  let handle: ReturnType<typeof setTimeout> | undefined
  const clear = () => {
    clearTimeout(handle)
    handle = undefined
  }
  return {
    clear,
    start: (ms: number) => {
      handle ??= setTimeout(() => {
        handle = undefined
        onEnd()
      }, ms)
    },
  }
}

/** Saves a draft while the user types, at most every three seconds. */
export function createDraftSaver<Content extends object>(
  options: DraftSaverOptions<Content>,
): DraftSaver<Content> {
  const { save, isConflict, merge, keepCopy, throttleMs, retryMs } = options
  const status = createStore<DraftStatus>('saved')
  const failure = createStore<unknown>(undefined)
  let { version } = options
  let pending: Content | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  const timer = createTimer(() => void run())
  const schedule = (ms: number) => {
    if (!isStopped) timer.start(ms)
  }

  const keepNow = () => {
    if (pending && !isStopped) keepCopy(pending, version)
  }

  /** A save that hangs, fails or waits for a decision must not delay the copy of this browser. */
  const copyTimer = createTimer(keepNow)

  const fail = (error: unknown) => {
    failure.set(error)
    status.set('failed')
    schedule(retryMs)
  }

  async function mergeAndSave(conflict: unknown, mergesLeft: number) {
    if (mergesLeft === 0) throw new Error('Each merge finds a newer draft.', { cause: conflict })
    const merged = await merge?.()
    // Discarded meanwhile.
    if (!pending) return
    pending = merged?.content ?? pending
    if (merged?.version === undefined) {
      keepNow()
      failure.set(conflict)
      status.set('conflict')
      return
    }
    version = merged.version
    await saveOnce(mergesLeft - 1)
  }

  async function saveOnce(mergesLeft = mergesPerSave) {
    const content = pending
    if (!content || isStopped) return
    pending = undefined
    status.set('saving')
    keepCopy(content, version)
    try {
      version = await save(version, content)
      keepCopy(pending, version)
      failure.set(undefined)
      status.set(pending ? 'unsaved' : 'saved')
    } catch (error) {
      pending ??= content
      // After a failed merge, the next attempt to save finds the same conflict and merges again.
      if (isConflict(error)) await mergeAndSave(error, mergesLeft).catch(fail)
      else fail(error)
    }
  }

  function run(): Promise<void> {
    timer.clear()
    // One save at a time, because each is based on the version of the one before.
    running ??= saveOnce().finally(() => {
      running = undefined
      if (pending && status.get() === 'unsaved') schedule(throttleMs)
    })
    return running
  }

  return {
    status,
    failure,
    getVersion: () => version,
    change: (content) => {
      if (isStopped) return
      pending = content
      copyTimer.start(throttleMs)
      if (status.get() === 'saved') status.set('unsaved')
      if (status.get() !== 'conflict') schedule(throttleMs)
    },
    flush: async () => {
      await running
      if (pending && status.get() !== 'conflict') await run()
    },
    overwrite: (current) => {
      version = current
      status.set('unsaved')
      void run()
    },
    rebase: (current) => {
      version = current
      pending = undefined
      failure.set(undefined)
      status.set('saved')
    },
    stop: () => {
      isStopped = true
      timer.clear()
      copyTimer.clear()
    },
    discard: () => {
      timer.clear()
      pending = undefined
      version = 0
      keepCopy(undefined, 0)
      failure.set(undefined)
      status.set('saved')
    },
    keepNow,
  }
}
