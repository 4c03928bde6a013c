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
  /** The reason may pass, such as a full disk; a file that is no image stays one. */
  readonly mayPass: boolean
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

const sizeOf = (files: readonly ImportFile[]) => files.reduce((sum, { size }) => sum + size, 0)

/** Counts the files of an import and collects what went wrong; publishes both in the store. */
function createImportRecord(store: Store<ImportState>) {
  let counts = { ...idleImport }
  let studies = new Set<StudyId>()
  let problems: { readonly file: ImportFile; readonly problem: ImportProblem }[] = []
  let failed: ImportFile[] = []
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

  return {
    publish,
    addProblem,
    start: (clinicName: string) => {
      counts = { ...idleImport, clinicName }
      studies = new Set()
      problems = []
      failed = []
    },
    addFiles: (files: readonly ImportFile[]) =>
      publish({ files: counts.files + files.length, bytes: counts.bytes + sizeOf(files) }),
    setSent: (file: ImportFile, bytes: number) => sentOf.set(file, Math.min(bytes, file.size)),
    /** The bytes of the file no longer count as sent. */
    clearSent: (file: ImportFile) => sentOf.delete(file),
    /** Returns whether the server has refused the file. */
    addLine: (line: ImportLine, file: ImportFile): boolean => {
      const { outcome, studyId } = line
      if (studyId !== undefined) studies.add(studyId)
      if (outcome === 'refused') addProblem(file, line.name || file.name, line.message ?? '')
      else counts = { ...counts, [outcome]: counts[outcome] + 1 }
      return outcome === 'refused'
    },
    addDone: (file: ImportFile) => {
      counts = {
        ...counts,
        filesDone: counts.filesDone + 1,
        bytesSent: counts.bytesSent + file.size,
      }
    },
    addFailed: (file: ImportFile) => failed.push(file),
    /** Removes the failed files from the record and returns them, to be sent again. */
    takeFailed: (): readonly ImportFile[] => {
      const files = failed
      failed = []
      problems = problems.filter(({ file }) => !files.includes(file))
      counts = {
        ...counts,
        filesDone: counts.filesDone - files.length,
        bytesSent: Math.max(0, counts.bytesSent - sizeOf(files)),
      }
      return files
    },
    forgetFailed: () => {
      failed = []
    },
    stopBy: (message: string) => {
      counts = { ...counts, stoppedBy: message }
    },
    isStopped: () => counts.stoppedBy !== undefined,
  }
}

/**
 * Creates the import queue. It runs one import at a time, independent of any page of the
 * application.
 */
export function createImportQueue({ store, send, every, wait, onEnd }: QueueDeps) {
  const record = createImportRecord(store)
  let waiting: ImportFile[] = []
  let stop = new AbortController()

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
      onSent: (bytes) => record.setSent(file, bytes),
      onLine: (line) => {
        isRefused = record.addLine(line, file) || isRefused
      },
    })
    record.clearSent(file)
    if (run.signal.aborted) return
    if (failure?.isUnreachable) {
      // The remaining files wait until the user resumes the import.
      waiting.unshift(file)
      record.stopBy(failure.message)
      return
    }
    record.addDone(file)
    if (failure) record.addProblem(file, file.name, failure.message)
    // A zip is not offered for retry because of one refused file: its other files are stored
    // already.
    if (failure?.mayPass || (isRefused && !isZip(file))) record.addFailed(file)
  }

  async function worker(run: AbortController) {
    while (!run.signal.aborted && !record.isStopped()) {
      const next = waiting.shift()
      if (!next) return
      await sendOne(next, run)
    }
  }

  async function run() {
    const own = new AbortController()
    stop = own
    record.publish({ phase: 'running', stoppedBy: undefined })
    const stopTimer = every(publishIntervalMs, () => record.publish())
    await Promise.all(Array.from({ length: maxConcurrent }, () => worker(own)))
    stopTimer()
    if (stop !== own) return
    if (own.signal.aborted) record.publish({ phase: 'cancelled' })
    else record.publish({ phase: record.isStopped() ? 'stopped' : 'done' })
    onEnd(store.get())
  }

  return {
    /** Files that are added during an import become part of it. */
    add: async (files: readonly ImportFile[], clinicName: string): Promise<void> => {
      if (files.length === 0) return
      const isRunning = isImporting(store.get()) && store.get().phase === 'running'
      if (!isRunning) {
        record.start(clinicName)
        waiting = []
      }
      waiting.push(...files)
      record.addFiles(files)
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
      waiting.push(...record.takeFailed())
      await run()
    },
    /** Discards the import, so that the next user does not see it. */
    reset: () => {
      waiting = []
      record.forgetFailed()
      const old = stop
      stop = new AbortController()
      old.abort()
      store.set(idleImport)
    },
  }
}
