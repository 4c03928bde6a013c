import type { ImportLine, StudyId } from '@talus/contract'
import type { Store } from '../../store.ts'
import { isImporting, idleImport } from './import-state.ts'
import type { ImportState, ImportProblem } from './import-state.ts'

export interface ImportFile {
  /** Path relative to the dropped folder. */
  readonly name: string
  readonly size: number
  readonly file: Blob
}

/** The failure of an upload. */
export interface ImportFailure {
  readonly message: string
  /** The server was not reached, so other files would fail as well. */
  readonly isUnreachable: boolean
}

interface SendHooks {
  readonly signal: AbortSignal
  readonly onSent: (bytes: number) => void
  readonly onLine: (line: ImportLine) => void
}

interface QueueDeps {
  readonly store: Store<ImportState>
  /** Resolves to undefined on success. */
  readonly send: (file: ImportFile, hooks: SendHooks) => Promise<ImportFailure | undefined>
  readonly every: (ms: number, act: () => void) => () => void
  readonly wait: (ms: number) => Promise<void>
  readonly onEnd: (state: ImportState) => void
}

/**
 * Enough to use the network fully, few enough to leave a free connection for the user's other
 * requests.
 */
export const maxConcurrent = 3
/**
 * Limits how often the state is published: thousands of files would re-render the page as often.
 */
const publishIntervalMs = 200
/** Retry delays; long enough for a server that is being restarted. */
const retryDelaysMs: readonly number[] = [1000, 4000]

const isZip = ({ name }: ImportFile) => name.toLowerCase().endsWith('.zip')

/**
 * Creates the import queue. It runs one import at a time, independent of any page of the
 * application.
 */
export function createImportQueue({ store, send, every, wait, onEnd }: QueueDeps) {
  let waiting: ImportFile[] = []
  let failed: ImportFile[] = []
  let stop = new AbortController()
  let counts = { ...idleImport }
  let studies = new Set<StudyId>()
  let problems: { readonly file: ImportFile; readonly problem: ImportProblem }[] = []
  let lastId = 0
  const sentOf = new Map<ImportFile, number>()

  const publish = (change: Partial<ImportState> = {}) => {
    const inProgress = [...sentOf.values()].reduce((sum, bytes) => sum + bytes, 0)
    counts = { ...counts, ...change }
    store.set({
      ...counts,
      bytesSent: counts.bytesSent + inProgress,
      studies: [...studies],
      problems: problems.map(({ problem }) => problem),
      retryable: failed.length,
    })
  }

  const addProblem = (file: ImportFile, name: string, message: string) => {
    lastId += 1
    problems.push({ file, problem: { id: lastId, name, message } })
  }

  const recordLine = (line: ImportLine, file: ImportFile) => {
    const { outcome, studyId } = line
    if (studyId !== undefined) studies.add(studyId)
    if (outcome === 'refused') addProblem(file, line.name || file.name, line.message ?? '')
    else counts = { ...counts, [outcome]: counts[outcome] + 1 }
    return outcome === 'refused'
  }

  async function sendWithRetry(file: ImportFile, hooks: SendHooks) {
    let failure = await send(file, hooks)
    for (const ms of retryDelaysMs) {
      if (!failure?.isUnreachable || hooks.signal.aborted) break
      await wait(ms)
      failure = await send(file, hooks)
    }
    return failure
  }

  async function sendOne(file: ImportFile, run: AbortController) {
    let isRefused = false
    const failure = await sendWithRetry(file, {
      signal: run.signal,
      onSent: (bytes) => sentOf.set(file, Math.min(bytes, file.size)),
      onLine: (line) => {
        isRefused = recordLine(line, file) || isRefused
      },
    })
    sentOf.delete(file)
    if (run.signal.aborted) return
    if (failure?.isUnreachable) {
      // The remaining files wait until the user resumes the import.
      waiting.unshift(file)
      counts = { ...counts, stoppedBy: failure.message }
      return
    }
    counts = {
      ...counts,
      filesDone: counts.filesDone + 1,
      bytesSent: counts.bytesSent + file.size,
    }
    if (failure) addProblem(file, file.name, failure.message)
    // A zip is not offered for retry because of one refused file: its other files are stored
    // already.
    if (failure || (isRefused && !isZip(file))) failed.push(file)
  }

  async function worker(run: AbortController) {
    while (!run.signal.aborted && counts.stoppedBy === undefined) {
      const next = waiting.shift()
      if (!next) return
      await sendOne(next, run)
    }
  }

  async function run() {
    const own = new AbortController()
    stop = own
    publish({ phase: 'running', stoppedBy: undefined })
    const stopTimer = every(publishIntervalMs, () => publish())
    await Promise.all(Array.from({ length: maxConcurrent }, () => worker(own)))
    stopTimer()
    if (stop !== own) return
    if (own.signal.aborted) publish({ phase: 'cancelled' })
    else publish({ phase: counts.stoppedBy === undefined ? 'done' : 'stopped' })
    onEnd(store.get())
  }

  const sizeOf = (files: readonly ImportFile[]) => files.reduce((sum, { size }) => sum + size, 0)

  return {
    /** Files that are added during an import become part of it. */
    add: async (files: readonly ImportFile[], clinicName: string): Promise<void> => {
      if (files.length === 0) return
      const isRunning = isImporting(store.get()) && store.get().phase === 'running'
      if (!isRunning) {
        counts = { ...idleImport, clinicName }
        studies = new Set()
        problems = []
        failed = []
        waiting = []
      }
      waiting.push(...files)
      publish({ files: counts.files + files.length, bytes: counts.bytes + sizeOf(files) })
      if (!isRunning) await run()
    },
    startReading: (clinicName: string) => {
      if (!isImporting(store.get())) store.set({ ...idleImport, phase: 'reading', clinicName })
    },
    /** To be called if no files were found. */
    finishEmpty: () => {
      if (store.get().phase === 'reading') store.set(idleImport)
    },
    cancel: () => {
      waiting = []
      stop.abort()
    },
    resume: () => run(),
    retry: async () => {
      const files = failed
      failed = []
      problems = problems.filter(({ file }) => !files.includes(file))
      waiting.push(...files)
      const bytes = sizeOf(files)
      counts = {
        ...counts,
        filesDone: counts.filesDone - files.length,
        bytesSent: Math.max(0, counts.bytesSent - bytes),
      }
      await run()
    },
    /** Discards the import, so that the next user does not see it. */
    reset: () => {
      waiting = []
      failed = []
      const old = stop
      stop = new AbortController()
      old.abort()
      store.set(idleImport)
    },
  }
}
