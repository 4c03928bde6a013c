import { setTimeout as after } from 'node:timers'
import { isMarkedAsUntransferable, Worker } from 'node:worker_threads'
import type { ResourceLimits, Transferable } from 'node:worker_threads'
import { getThreadEnvironment } from './thread-environment.ts'

export const workerFaults = {
  'time-limit': 'The work took too long and was ended',
  starved: 'The machine had no time for the work',
  crashed: 'The work ended its worker',
  closed: 'The server is stopping',
} as const

export type WorkerFaultCode = keyof typeof workerFaults

/** A fault of a worker, not of the bytes it was given. */
export class WorkerFault extends Error {
  readonly code: WorkerFaultCode

  constructor(code: WorkerFaultCode, options?: ErrorOptions) {
    super(workerFaults[code], options)
    this.name = 'WorkerFault'
    this.code = code
  }
}

/** The bytes are not at fault: the task may be retried. */
export const isServerFault = ({ code }: WorkerFault) => code === 'closed' || code === 'starved'

export interface PoolSettings {
  /**
   * The worker's script. It answers every message with exactly one, after any progress messages.
   */
  readonly script: URL
  /** Most concurrent workers. They are started on demand. */
  readonly size: number
  /**
   * A worker that takes longer is terminated and replaced. A worker that got no processor time on a
   * busy computer has longer: its task is not at fault.
   */
  readonly timeLimitMs: number
  /** An idle worker is terminated after this time, which frees its memory. */
  readonly idleMs: number
  /** Limits of the heap; typed arrays and the memory of the codecs do not count. */
  readonly resourceLimits: ResourceLimits
}

/** An intermediate message of a worker before its response. */
export interface Progress {
  readonly progress: unknown
}
const isProgress = (message: unknown): message is Progress =>
  typeof message === 'object' && message !== null && 'progress' in message

/** A task with the bytes that it processes. */
export interface Task {
  readonly message: object
  /**
   * Called when a worker is free, so that a long queue holds no files in memory. The buffer is
   * transferred and unusable for the caller afterwards, unless it is a part of a larger one.
   */
  readonly bytes: () => Uint8Array | Promise<Uint8Array>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: unknown) => void) | undefined
  /** Goes before all queued tasks that are not urgent: staff are holding a patient. */
  readonly isUrgent?: boolean | undefined
}

export interface WorkerPool {
  run(task: Task): Promise<unknown>
  /** Terminates every worker and rejects all unfinished tasks. */
  close(): Promise<void>
  /** Number of running workers. */
  readonly running: number
}

interface Job {
  readonly task: Task
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: unknown) => void
}

interface Thread {
  readonly worker: Worker
  job: Job | undefined
  /** Terminates the thread when its task takes too long or when it is idle. */
  timer: NodeJS.Timeout | undefined
}

/** Additional time for a worker that gets no processor time. */
const starvedMs = 60_000

/** Processor time of a thread; zero while it is starting. */
async function getCpuMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1000
}

function getTransferList({ buffer, byteLength }: Uint8Array): Transferable[] {
  const isWhole = byteLength === buffer.byteLength
  return isWhole && buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer)
    ? [buffer]
    : []
}

export function createWorkerPool(settings: PoolSettings): WorkerPool {
  const threads = new Set<Thread>()
  const waiting: Job[] = []
  let isClosed = false

  /** Messages of a thread that is no longer in the set are ignored. */
  function remove(thread: Thread): Promise<number> {
    threads.delete(thread)
    clearTimeout(thread.timer)
    return thread.worker.terminate()
  }

  function fail(thread: Thread, error: unknown): void {
    if (!threads.has(thread)) return
    void remove(thread)
    thread.job?.reject(error)
    startNext()
  }

  function markIdle(thread: Thread): void {
    clearTimeout(thread.timer)
    thread.job = undefined
    // An idle worker must not keep the process alive.
    thread.worker.unref()
    thread.timer = after(() => void remove(thread), settings.idleMs).unref()
    startNext()
  }

  function start(): Thread {
    const { script, resourceLimits } = settings
    const worker = new Worker(script, { resourceLimits, env: getThreadEnvironment(), execArgv: [] })
    const thread: Thread = { worker, job: undefined, timer: undefined }
    worker.on('message', (answer: unknown) => {
      if (!threads.has(thread)) return
      if (isProgress(answer)) return thread.job?.task.onProgress?.(answer.progress)
      thread.job?.resolve(answer)
      markIdle(thread)
    })
    worker.on('error', (cause) => fail(thread, new WorkerFault('crashed', { cause })))
    worker.on('exit', () => fail(thread, new WorkerFault('crashed')))
    threads.add(thread)
    return thread
  }

  /**
   * Compares the processor time of the thread at each expiry of the time limit. The first check
   * only takes the base value, because the time used by earlier tasks is not known.
   */
  function enforceTimeLimit(thread: Thread, job: Job): void {
    const last = performance.now() + starvedMs
    let before: number | undefined
    const checkProgress = async () => {
      const worked = await getCpuMs(thread.worker)
      if (thread.job !== job || !threads.has(thread)) return
      if (before !== undefined && worked - before > settings.timeLimitMs / 2)
        return fail(thread, new WorkerFault('time-limit'))
      if (performance.now() > last) return fail(thread, new WorkerFault('starved'))
      before = worked
      scheduleCheck()
    }
    const scheduleCheck = () => {
      thread.timer = after(() => void checkProgress(), settings.timeLimitMs)
    }
    scheduleCheck()
  }

  async function dispatch(thread: Thread, job: Job): Promise<void> {
    clearTimeout(thread.timer)
    thread.job = job
    try {
      const bytes = await job.task.bytes()
      if (!threads.has(thread)) return
      job.task.signal?.throwIfAborted()
      thread.worker.ref()
      enforceTimeLimit(thread, job)
      thread.worker.postMessage({ ...job.task.message, bytes }, getTransferList(bytes))
    } catch (error) {
      job.reject(error)
      if (threads.has(thread)) markIdle(thread)
    }
  }

  function startNext(): void {
    const job = waiting[0]
    if (!job) return
    const isFree = (thread: Thread) => thread.job === undefined
    const thread = [...threads].find(isFree) ?? (threads.size < settings.size ? start() : undefined)
    if (!thread) return
    waiting.shift()
    void dispatch(thread, job)
  }

  async function run(task: Task): Promise<unknown> {
    if (isClosed) throw new WorkerFault('closed')
    task.signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const job: Job = { task, resolve, reject }
    // A running task is not interrupted: starting a new worker costs more than most tasks.
    const cancel = () => {
      const index = waiting.indexOf(job)
      if (index !== -1) waiting.splice(index, 1)
      reject(task.signal?.reason as Error)
    }
    task.signal?.addEventListener('abort', cancel)
    const index = task.isUrgent ? waiting.findIndex((other) => !other.task.isUrgent) : -1
    waiting.splice(index === -1 ? waiting.length : index, 0, job)
    startNext()
    try {
      return await promise
    } finally {
      // One signal may be shared by a thousand tasks of one download.
      task.signal?.removeEventListener('abort', cancel)
    }
  }

  async function close(): Promise<void> {
    isClosed = true
    const jobs = [...waiting.splice(0), ...[...threads].flatMap(({ job }) => job ?? [])]
    for (const { reject } of jobs) reject(new WorkerFault('closed'))
    await Promise.all([...threads].map(remove))
  }

  return {
    run,
    close,
    get running() {
      return threads.size
    },
  }
}
