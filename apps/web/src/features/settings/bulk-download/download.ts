import type { ClinicId, downloadTypes } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { FileSink } from '../../../api/zip/file-sink.ts'
import type { Progress } from './progress-words.ts'
import { imageCountOf, receiveZip } from '../../../api/zip/receive-zip.ts'
import type { Received } from '../../../api/zip/receive-zip.ts'
import { zipName } from './zip-name.ts'

export type DownloadType = (typeof downloadTypes)[number]

export interface Job {
  readonly clinicId: ClinicId
  readonly clinicName: string
  readonly type: DownloadType
}

export type Download =
  | { readonly phase: 'idle' }
  /** The browser asks where to save. */
  | { readonly phase: 'choosing'; readonly job: Job }
  /** The server has not answered yet. */
  | { readonly phase: 'asking'; readonly job: Job }
  | { readonly phase: 'running'; readonly job: Job; readonly progress: Progress }
  | DownloadEnd

export type DownloadEnd =
  | {
      readonly phase: 'done'
      readonly job: Job
      readonly fileName: string
      readonly progress: Progress
    }
  /** The clinic has no images: nothing was saved. */
  | { readonly phase: 'empty'; readonly job: Job }
  | { readonly phase: 'cancelled'; readonly job: Job }
  | { readonly phase: 'failed'; readonly job: Job; readonly error: unknown }

export const isBusy = ({ phase }: Download) =>
  phase === 'choosing' || phase === 'asking' || phase === 'running'

interface DownloadDeps {
  /** Undefined when the person thought better of it. */
  readonly openFile: (name: string) => Promise<FileSink | undefined>
  readonly request: <Result>(
    job: Job,
    signal: AbortSignal,
    read: (response: Response) => Promise<Result>,
  ) => Promise<Result>
  readonly clock: () => number
  /** Told once for each download, unless the person has signed out. */
  readonly onEnd: (end: DownloadEnd) => void
}

/** Often enough for the eye, seldom enough for the processor. */
const tellEveryMs = 200

/** One download at a time. It lives outside of any page, so that people can go on working. */
export function createDownload({ openFile, request, clock, onEnd }: DownloadDeps) {
  const store = createStore<Download>({ phase: 'idle' })
  let current: AbortController | undefined

  /** A download whose person has signed out says nothing more. */
  const tell = (stop: AbortController, state: Download) => {
    if (current === stop) store.set(state)
  }

  async function fetchInto(sink: FileSink, job: Job, stop: AbortController): Promise<DownloadEnd> {
    const read = async (response: Response): Promise<DownloadEnd> => {
      const total = imageCountOf(response.headers)
      // Without a message: it is told as an unknown error.
      if (total === undefined || !response.body) throw new TypeError()
      if (total === 0) {
        await response.body.cancel()
        await sink.discard()
        return { phase: 'empty', job }
      }
      const beganAt = clock()
      const progressOf = ({ done, bytes }: Received): Progress => ({
        done: Math.min(done, total),
        total,
        bytes,
        elapsedMs: clock() - beganAt,
      })
      let latest: Received = { done: 0, bytes: 0 }
      const tellLatest = () => tell(stop, { phase: 'running', job, progress: progressOf(latest) })
      tellLatest()
      const telling = setInterval(tellLatest, tellEveryMs)
      try {
        latest = await receiveZip(response.body, sink, (now) => {
          latest = now
        })
      } finally {
        clearInterval(telling)
      }
      return { phase: 'done', job, fileName: sink.name, progress: progressOf(latest) }
    }
    try {
      return await request(job, stop.signal, read)
    } catch (error) {
      await sink.discard()
      return stop.signal.aborted ? { phase: 'cancelled', job } : { phase: 'failed', job, error }
    }
  }

  async function run(job: Job, stop: AbortController): Promise<DownloadEnd | undefined> {
    try {
      const sink = await openFile(zipName(job.clinicName))
      if (!sink) return undefined
      if (current === stop) {
        store.set({ phase: 'asking', job })
        return await fetchInto(sink, job, stop)
      }
      await sink.discard()
      return undefined
    } catch (error) {
      return { phase: 'failed', job, error }
    }
  }

  return {
    store,
    start: async (job: Job): Promise<void> => {
      if (current) return
      const stop = new AbortController()
      current = stop
      store.set({ phase: 'choosing', job })
      const end = await run(job, stop)
      if (current !== stop) return
      current = undefined
      store.set(end ?? { phase: 'idle' })
      if (end) onEnd(end)
    },
    cancel: () => current?.abort(),
    /** Whoever comes next is told nothing of it. */
    forget: () => {
      const stop = current
      current = undefined
      stop?.abort()
      store.set({ phase: 'idle' })
    },
  }
}
