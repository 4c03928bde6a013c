import { setTimeout as after } from 'node:timers'
import { isMarkedAsUntransferable, Worker } from 'node:worker_threads'
import type { ResourceLimits, Transferable } from 'node:worker_threads'
import { threadEnvironment } from './thread-environment.ts'

export const workerFaults = {
  'time-limit': 'The work took too long and was ended',
  starved: 'The machine had no time for the work',
  crashed: 'The work ended its worker',
  closed: 'The server is stopping',
} as const

export type WorkerFaultCode = keyof typeof workerFaults

/** What went wrong with a worker rather than with the bytes it was given. */
export class WorkerFault extends Error {
  readonly code: WorkerFaultCode

  constructor(code: WorkerFaultCode, options?: ErrorOptions) {
    super(workerFaults[code], options)
    this.name = 'WorkerFault'
    this.code = code
  }
}

/** Nothing is wrong with the bytes: they may be brought again. */
export const isOfServer = ({ code }: WorkerFault) => code === 'closed' || code === 'starved'

export interface PoolSettings {
  /** The file that a worker runs. It answers every message with exactly one, after any progress. */
  readonly script: URL
  /** At most so many at once. They are started when there is work for them. */
  readonly size: number
  /**
   * A worker that takes longer is ended, and another one takes its place. One to which a busy machine
   * gave no time is waited for longer: nothing is wrong with what it was given.
   */
  readonly timeLimitMs: number
  /** A worker without work is ended after this time, and its memory is free again. */
  readonly idleMs: number
  /** Of the heap; arrays of bytes and the memory of the codecs do not count. */
  readonly resourceLimits: ResourceLimits
}

/** What a worker has to tell before it answers. */
export interface Progress {
  readonly progress: unknown
}
const isProgress = (message: unknown): message is Progress =>
  typeof message === 'object' && message !== null && 'progress' in message

/** Something to do, with the bytes it is done to. */
export interface Task {
  readonly message: object
  /**
   * Asked for when a worker is free, so that a long queue holds no files in memory. They are handed over
   * to the worker and gone for the caller, unless they are a part of a larger buffer.
   */
  readonly bytes: () => Uint8Array | Promise<Uint8Array>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: unknown) => void) | undefined
  /** Somebody stands beside the animal: taken before all that waits and is not urgent. */
  readonly isUrgent?: boolean | undefined
}

export interface WorkerPool {
  run(task: Task): Promise<unknown>
  /** Ends every worker. Work that was not done is refused. */
  close(): Promise<void>
  /** How many workers there are. */
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
  /** Ends the thread: the work at hand takes too long, or there is none. */
  timer: NodeJS.Timeout | undefined
}

/** So much longer is waited for a worker that the machine gives no time. */
const patienceMs = 60_000

/** Processor time of a thread; none while it is still being started. */
async function workedMs(worker: Worker): Promise<number> {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }))
  return (user + system) / 1000
}

function transferList({ buffer, byteLength }: Uint8Array): Transferable[] {
  const isWhole = byteLength === buffer.byteLength
  return isWhole && buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer)
    ? [buffer]
    : []
}

export function workerPool(settings: PoolSettings): WorkerPool {
  const threads = new Set<Thread>()
  const waiting: Job[] = []
  let isClosed = false

  /** A thread that is not in the set any more answers to nobody. */
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

  function rest(thread: Thread): void {
    clearTimeout(thread.timer)
    thread.job = undefined
    // A worker that waits must not keep the process alive.
    thread.worker.unref()
    thread.timer = after(() => void remove(thread), settings.idleMs).unref()
    startNext()
  }

  function start(): Thread {
    const { script, resourceLimits } = settings
    const worker = new Worker(script, { resourceLimits, env: threadEnvironment(), execArgv: [] })
    const thread: Thread = { worker, job: undefined, timer: undefined }
    worker.on('message', (answer: unknown) => {
      if (!threads.has(thread)) return
      if (isProgress(answer)) return thread.job?.task.onProgress?.(answer.progress)
      thread.job?.resolve(answer)
      rest(thread)
    })
    worker.on('error', (cause) => fail(thread, new WorkerFault('crashed', { cause })))
    worker.on('exit', () => fail(thread, new WorkerFault('crashed')))
    threads.add(thread)
    return thread
  }

  /** Looks at the work after its time; how long the thread had worked before it is not known then. */
  function limit(thread: Thread, job: Job): void {
    const last = performance.now() + patienceMs
    let before: number | undefined
    const look = async () => {
      const worked = await workedMs(thread.worker)
      if (thread.job !== job || !threads.has(thread)) return
      if (before !== undefined && worked - before > settings.timeLimitMs / 2)
        return fail(thread, new WorkerFault('time-limit'))
      if (performance.now() > last) return fail(thread, new WorkerFault('starved'))
      before = worked
      lookLater()
    }
    const lookLater = () => {
      thread.timer = after(() => void look(), settings.timeLimitMs)
    }
    lookLater()
  }

  async function give(thread: Thread, job: Job): Promise<void> {
    clearTimeout(thread.timer)
    thread.job = job
    try {
      const bytes = await job.task.bytes()
      if (!threads.has(thread)) return
      job.task.signal?.throwIfAborted()
      thread.worker.ref()
      limit(thread, job)
      thread.worker.postMessage({ ...job.task.message, bytes }, transferList(bytes))
    } catch (error) {
      job.reject(error)
      if (threads.has(thread)) rest(thread)
    }
  }

  function startNext(): void {
    const job = waiting[0]
    if (!job) return
    const isFree = (thread: Thread) => thread.job === undefined
    const thread = [...threads].find(isFree) ?? (threads.size < settings.size ? start() : undefined)
    if (!thread) return
    waiting.shift()
    void give(thread, job)
  }

  async function run(task: Task): Promise<unknown> {
    if (isClosed) throw new WorkerFault('closed')
    task.signal?.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const job: Job = { task, resolve, reject }
    // Work that has begun goes on to its end, or its time limit: starting a worker costs more than
    // most pictures.
    const callOff = () => {
      const place = waiting.indexOf(job)
      if (place !== -1) waiting.splice(place, 1)
      reject(task.signal?.reason as Error)
    }
    task.signal?.addEventListener('abort', callOff)
    const place = task.isUrgent ? waiting.findIndex((other) => !other.task.isUrgent) : -1
    waiting.splice(place === -1 ? waiting.length : place, 0, job)
    startNext()
    try {
      return await promise
    } finally {
      // One signal may stand for a download of a thousand pictures.
      task.signal?.removeEventListener('abort', callOff)
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
