import type { ImportLine, StudyId } from '@talus/contract'
import type { Store } from '../../store.ts'
import { isImporting, noImport } from './import-state.ts'
import type { ImportState, Problem } from './import-state.ts'

export interface ImportFile {
  /** With its folders, as it was dropped. */
  readonly name: string
  readonly size: number
  readonly file: Blob
}

/** Of a request that has not come to its end. */
export interface Failure {
  readonly message: string
  /** The server was not reached: the others would fare no better. */
  readonly isUnreachable: boolean
}

interface SendHooks {
  readonly signal: AbortSignal
  readonly onSent: (bytes: number) => void
  readonly onLine: (line: ImportLine) => void
}

interface QueueDeps {
  readonly store: Store<ImportState>
  /** Undefined when all has gone well. */
  readonly send: (file: ImportFile, hooks: SendHooks) => Promise<Failure | undefined>
  readonly every: (ms: number, act: () => void) => () => void
  readonly wait: (ms: number) => Promise<void>
  readonly onEnd: (state: ImportState) => void
}

/** Enough to keep a line busy, few enough that a person's own clicks find a free connection. */
export const atOnce = 3
/** Often enough for the eye; thousands of files would draw the page as many times. */
const tellEveryMs = 200
/** A server that is being started again is there after that. */
const patienceMs: readonly number[] = [1000, 4000]

const isZip = ({ name }: ImportFile) => name.toLowerCase().endsWith('.zip')

/** One import at a time; it lives outside of any page, so that people can go on working. */
export function createImportQueue({ store, send, every, wait, onEnd }: QueueDeps) {
  let waiting: ImportFile[] = []
  let again: ImportFile[] = []
  let stop = new AbortController()
  let counts = { ...noImport }
  let studies = new Set<StudyId>()
  let problems: { readonly file: ImportFile; readonly told: Problem }[] = []
  let lastId = 0
  const sentOf = new Map<ImportFile, number>()

  const tell = (change: Partial<ImportState> = {}) => {
    const underWay = [...sentOf.values()].reduce((sum, bytes) => sum + bytes, 0)
    counts = { ...counts, ...change }
    store.set({
      ...counts,
      bytesSent: counts.bytesSent + underWay,
      studies: [...studies],
      problems: problems.map(({ told }) => told),
      retryable: again.length,
    })
  }

  const note = (file: ImportFile, name: string, message: string) => {
    lastId += 1
    problems.push({ file, told: { id: lastId, name, message } })
  }

  const take = (line: ImportLine, file: ImportFile) => {
    const { outcome, studyId } = line
    if (studyId !== undefined) studies.add(studyId)
    if (outcome === 'refused') note(file, line.name || file.name, line.message ?? '')
    else counts = { ...counts, [outcome]: counts[outcome] + 1 }
    return outcome === 'refused'
  }

  async function sendPatiently(file: ImportFile, hooks: SendHooks) {
    let failure = await send(file, hooks)
    for (const ms of patienceMs) {
      if (!failure?.isUnreachable || hooks.signal.aborted) break
      await wait(ms)
      failure = await send(file, hooks)
    }
    return failure
  }

  async function sendOne(file: ImportFile, run: AbortController) {
    let isRefused = false
    const failure = await sendPatiently(file, {
      signal: run.signal,
      onSent: (bytes) => sentOf.set(file, Math.min(bytes, file.size)),
      onLine: (line) => {
        isRefused = take(line, file) || isRefused
      },
    })
    sentOf.delete(file)
    if (run.signal.aborted) return
    if (failure?.isUnreachable) {
      // What is left waits until somebody says to go on.
      waiting.unshift(file)
      counts = { ...counts, stoppedBy: failure.message }
      return
    }
    counts = {
      ...counts,
      filesDone: counts.filesDone + 1,
      bytesSent: counts.bytesSent + file.size,
    }
    if (failure) note(file, file.name, failure.message)
    // A zip whose other files are stored already would be sent for the sake of one.
    if (failure || (isRefused && !isZip(file))) again.push(file)
  }

  async function worker(run: AbortController) {
    while (!run.signal.aborted && counts.stoppedBy === undefined) {
      const next = waiting.shift()
      if (!next) return
      await sendOne(next, run)
    }
  }

  async function run() {
    const mine = new AbortController()
    stop = mine
    tell({ phase: 'running', stoppedBy: undefined })
    const quiet = every(tellEveryMs, () => tell())
    await Promise.all(Array.from({ length: atOnce }, () => worker(mine)))
    quiet()
    if (stop !== mine) return
    if (mine.signal.aborted) tell({ phase: 'cancelled' })
    else tell({ phase: counts.stoppedBy === undefined ? 'done' : 'stopped' })
    onEnd(store.get())
  }

  const sizeOf = (files: readonly ImportFile[]) => files.reduce((sum, { size }) => sum + size, 0)

  return {
    /** What comes while an import is running joins it. */
    add: async (files: readonly ImportFile[], clinicName: string): Promise<void> => {
      if (files.length === 0) return
      const isOn = isImporting(store.get()) && store.get().phase === 'running'
      if (!isOn) {
        counts = { ...noImport, clinicName }
        studies = new Set()
        problems = []
        again = []
        waiting = []
      }
      waiting.push(...files)
      tell({ files: counts.files + files.length, bytes: counts.bytes + sizeOf(files) })
      if (!isOn) await run()
    },
    reading: (clinicName: string) => {
      if (!isImporting(store.get())) store.set({ ...noImport, phase: 'reading', clinicName })
    },
    /** Nothing to send was found. */
    nothing: () => {
      if (store.get().phase === 'reading') store.set(noImport)
    },
    cancel: () => {
      waiting = []
      stop.abort()
    },
    goOn: () => run(),
    retry: async () => {
      const files = again
      again = []
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
    /** Whoever comes next is told nothing of it. */
    forget: () => {
      waiting = []
      again = []
      const old = stop
      stop = new AbortController()
      old.abort()
      store.set(noImport)
    },
  }
}
