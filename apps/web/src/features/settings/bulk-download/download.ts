import type { ClinicId, downloadTypes } from '@talus/contract'
import { createStore } from '../../../store.ts'
import type { FileSink } from '../../../api/zip/file-sink.ts'
import type { DownloadProgress } from './download-progress.ts'
import { readImageCount, receiveZip } from '../../../api/zip/receive-zip.ts'
import type { ReceiveProgress } from '../../../api/zip/receive-zip.ts'
import { createZipName } from './zip-name.ts'

export type DownloadType = (typeof downloadTypes)[number]

export interface DownloadJob {
  readonly clinicId: ClinicId
  readonly clinicName: string
  readonly type: DownloadType
}

export type DownloadStatus =
  | { readonly phase: 'idle' }
  /** The browser asks where to save. */
  | { readonly phase: 'choosing'; readonly job: DownloadJob }
  /** The server has not answered yet. */
  | { readonly phase: 'asking'; readonly job: DownloadJob }
  | { readonly phase: 'running'; readonly job: DownloadJob; readonly progress: DownloadProgress }
  | DownloadEnd

export type DownloadEnd =
  | {
      readonly phase: 'done'
      readonly job: DownloadJob
      readonly fileName: string
      readonly progress: DownloadProgress
    }
  /** The clinic has no images: nothing was saved. */
  | { readonly phase: 'empty'; readonly job: DownloadJob }
  | { readonly phase: 'cancelled'; readonly job: DownloadJob }
  | { readonly phase: 'failed'; readonly job: DownloadJob; readonly error: unknown }

export const isDownloadBusy = ({ phase }: DownloadStatus) =>
  phase === 'choosing' || phase === 'asking' || phase === 'running'

interface DownloadDeps {
  /** Resolves to undefined if the user dismisses the file picker. */
  readonly openFile: (name: string) => Promise<FileSink | undefined>
  readonly request: <Result>(
    job: DownloadJob,
    signal: AbortSignal,
    read: (response: Response) => Promise<Result>,
  ) => Promise<Result>
  readonly clock: () => number
  /** Called once for each download, unless the user has signed out. */
  readonly onEnd: (end: DownloadEnd) => void
}

/** Interval at which the progress is published. */
const publishIntervalMs = 200

/** Runs one download at a time, independent of any page of the application. */
export function createDownload({ openFile, request, clock, onEnd }: DownloadDeps) {
  const store = createStore<DownloadStatus>({ phase: 'idle' })
  let current: AbortController | undefined

  /** After a sign-out, a download publishes nothing more. */
  const publish = (stop: AbortController, state: DownloadStatus) => {
    if (current === stop) store.set(state)
  }

  async function fetchInto(
    sink: FileSink,
    job: DownloadJob,
    stop: AbortController,
  ): Promise<DownloadEnd> {
    const read = async (response: Response): Promise<DownloadEnd> => {
      const total = readImageCount(response.headers)
      // Without a message it is shown as an unknown error.
      if (total === undefined || !response.body) throw new TypeError()
      if (total === 0) {
        await response.body.cancel()
        await sink.discard()
        return { phase: 'empty', job }
      }
      const startedAt = clock()
      const toProgress = ({ done, bytes }: ReceiveProgress): DownloadProgress => ({
        done: Math.min(done, total),
        total,
        bytes,
        elapsedMs: clock() - startedAt,
      })
      let latest: ReceiveProgress = { done: 0, bytes: 0 }
      const publishLatest = () =>
        publish(stop, { phase: 'running', job, progress: toProgress(latest) })
      publishLatest()
      const timer = setInterval(publishLatest, publishIntervalMs)
      try {
        latest = await receiveZip(response.body, sink, (now) => {
          latest = now
        })
      } finally {
        clearInterval(timer)
      }
      return { phase: 'done', job, fileName: sink.name, progress: toProgress(latest) }
    }
    try {
      return await request(job, stop.signal, read)
    } catch (error) {
      await sink.discard()
      return stop.signal.aborted ? { phase: 'cancelled', job } : { phase: 'failed', job, error }
    }
  }

  async function run(job: DownloadJob, stop: AbortController): Promise<DownloadEnd | undefined> {
    try {
      const sink = await openFile(createZipName(job.clinicName))
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
    start: async (job: DownloadJob): Promise<void> => {
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
    /** Discards the download, so that the next user does not see it. */
    reset: () => {
      const stop = current
      current = undefined
      stop?.abort()
      store.set({ phase: 'idle' })
    },
  }
}
