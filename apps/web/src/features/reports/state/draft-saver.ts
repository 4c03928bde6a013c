import type { ReportDocument } from '@talus/report/document'
import { createStore } from '../../../store.ts'
import type { Store } from '../../../store.ts'

export type DraftStatus = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict'

interface DraftSaverOptions {
  /** The version of the draft on the server; 0 without one. */
  readonly version: number
  readonly save: (version: number, report: ReportDocument) => Promise<number>
  readonly isConflict: (error: unknown) => boolean
  /** Keeps a copy in this browser, for a server that cannot be reached. */
  readonly keepCopy: (report: ReportDocument | undefined, version: number) => void
  readonly throttleMs: number
  readonly retryMs: number
}

export interface DraftSaver {
  readonly status: Store<DraftStatus>
  readonly change: (report: ReportDocument) => void
  /** Saves now; resolves when the server has the last change, or has failed. */
  readonly flush: () => Promise<void>
  /** Continues after a conflict, over the version that the server has now. */
  readonly overwrite: (version: number) => void
  /** Continues from the version that the server has, without the pending changes. */
  readonly rebase: (version: number) => void
  /** Stops saving, e.g. because another tab has taken over. */
  readonly stop: () => void
  /** Forgets pending changes and the copy: the report is finished, and its draft is gone. */
  readonly discard: () => void
  /** Keeps the copy of this browser: the page is being closed. */
  readonly keepNow: () => void
}

/** Saves a draft while the user types, at most every three seconds. */
export function createDraftSaver(options: DraftSaverOptions): DraftSaver {
  const { save, isConflict, keepCopy, throttleMs, retryMs } = options
  const status = createStore<DraftStatus>('saved')
  let { version } = options
  let pending: ReportDocument | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | undefined
  let isStopped = false

  const schedule = (ms: number) => {
    if (timer === undefined && !isStopped) timer = setTimeout(() => void run(), ms)
  }

  async function saveOnce() {
    const report = pending
    if (!report || isStopped) return
    pending = undefined
    status.set('saving')
    keepCopy(report, version)
    try {
      version = await save(version, report)
      keepCopy(pending, version)
      status.set(pending ? 'unsaved' : 'saved')
    } catch (error) {
      pending ??= report
      const isLost = isConflict(error)
      status.set(isLost ? 'conflict' : 'failed')
      if (!isLost) schedule(retryMs)
    }
  }

  function run(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    // One save at a time, because each is based on the version of the one before.
    running ??= saveOnce().finally(() => {
      running = undefined
      if (pending && status.get() === 'unsaved') schedule(throttleMs)
    })
    return running
  }

  return {
    status,
    change: (report) => {
      if (isStopped) return
      pending = report
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
      status.set('saved')
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
    discard: () => {
      clearTimeout(timer)
      timer = undefined
      pending = undefined
      version = 0
      keepCopy(undefined, 0)
      status.set('saved')
    },
    keepNow: () => {
      if (pending && !isStopped) keepCopy(pending, version)
    },
  }
}
