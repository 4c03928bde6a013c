import { setTimeout as after } from 'node:timers'
import { isMarkedAsUntransferable, Worker } from 'node:worker_threads'
import type { ResourceLimits, Transferable } from 'node:worker_threads'
import { openChannel } from './channel.ts'
import type { Channel } from './channel.ts'
import type { Call, ErrorCodec, NoCalls } from './protocol.ts'
import { getThreadEnvironment } from './thread-environment.ts'
import { watchTimeLimit } from './time-limit.ts'
import { WorkerFault } from './worker-fault.ts'

export interface PoolSettings {
  /** The worker's script, which answers the calls of the pool's protocol. */
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

/** The calls that a pool's workers answer; a payload may have the file to work on as `bytes`. */
export interface PoolProtocol {
  readonly calls: Readonly<Record<string, Call<object, unknown, unknown>>>
}

/** A call that waits until a worker is free. */
export interface Task<Asked extends Call<unknown, unknown, unknown>> {
  /**
   * Called when a worker is free, so that a long queue holds no files in memory. The buffer of its
   * `bytes` is transferred and unusable for the caller afterwards, unless it is a part of a larger
   * one.
   */
  readonly payload: () => Asked['payload'] | Promise<Asked['payload']>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: Asked['progress']) => void) | undefined
  /** Goes before all queued tasks that are not urgent: staff are holding a patient. */
  readonly isUrgent?: boolean | undefined
}

/** How busy a pool is, and how often it had to replace a worker. */
export interface PoolLoad {
  readonly size: number
  readonly running: number
  readonly busy: number
  readonly waiting: number
  /** Workers that crashed or exceeded their time limit, since the start of the server. */
  readonly replaced: number
}

export interface WorkerPool<Calls extends PoolProtocol> {
  run<Name extends keyof Calls['calls'] & string>(
    name: Name,
    task: Task<Calls['calls'][Name]>,
  ): Promise<Calls['calls'][Name]['result']>
  /** Terminates every worker and rejects all unfinished tasks. */
  close(): Promise<void>
  /** Number of running workers. */
  readonly running: number
  readonly readLoad: () => PoolLoad
}

interface Thread<Calls extends PoolProtocol> {
  readonly worker: Worker
  readonly channel: Channel<Calls>
  job: Job<Calls> | undefined
  idleTimer: NodeJS.Timeout | undefined
}

interface Job<Calls extends PoolProtocol> {
  readonly isUrgent: boolean
  readonly perform: (thread: Thread<Calls>) => Promise<void>
  readonly reject: (error: unknown) => void
}

function getTransferList(payload: object): Transferable[] {
  if (!('bytes' in payload && payload.bytes instanceof Uint8Array)) return []
  const { buffer, byteLength } = payload.bytes
  const isWhole = byteLength === buffer.byteLength
  return isWhole && buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer)
    ? [buffer]
    : []
}

/** The time to load the payload does not count. */
async function callThread<Calls extends PoolProtocol, Name extends keyof Calls['calls'] & string>(
  { worker, channel }: Thread<Calls>,
  startWatch: () => () => void,
  name: Name,
  { payload: loadPayload, signal, onProgress }: Task<Calls['calls'][Name]>,
) {
  const payload = await loadPayload()
  signal?.throwIfAborted()
  worker.ref()
  const stopWatch = startWatch()
  try {
    return await channel.call(name, payload, { transfer: getTransferList(payload), onProgress })
  } finally {
    stopWatch()
  }
}

const describeLoad = (
  size: number,
  threads: ReadonlySet<{ readonly job: object | undefined }>,
  waiting: number,
) => ({
  size,
  running: threads.size,
  busy: [...threads].filter(({ job }) => job !== undefined).length,
  waiting,
})

/** `errors` are those of the payload; any other error ends the worker, which is replaced. */
export function createWorkerPool<Calls extends PoolProtocol>(
  settings: PoolSettings,
  errors?: ErrorCodec,
): WorkerPool<Calls> {
  const threads = new Set<Thread<Calls>>()
  const waiting: Job<Calls>[] = []
  let isClosed = false
  let replaced = 0

  function remove(thread: Thread<Calls>, reason: Error): Promise<number> {
    threads.delete(thread)
    clearTimeout(thread.idleTimer)
    thread.channel.close(reason)
    return thread.worker.terminate()
  }

  function fail(thread: Thread<Calls>, fault: WorkerFault): void {
    if (!threads.has(thread)) return
    replaced += 1
    // The job may still be loading its payload: then no call is pending that the channel rejects.
    thread.job?.reject(fault)
    void remove(thread, fault)
    startNext()
  }

  function markIdle(thread: Thread<Calls>): void {
    thread.job = undefined
    // An idle worker must not keep the process alive.
    thread.worker.unref()
    const end = () => void remove(thread, new WorkerFault('closed'))
    thread.idleTimer = after(end, settings.idleMs).unref()
    startNext()
  }

  function startThread(): Thread<Calls> {
    const { script, resourceLimits } = settings
    const worker = new Worker(script, { resourceLimits, env: getThreadEnvironment(), execArgv: [] })
    const channel = openChannel<NoCalls, Calls>(worker, { calls: {}, errors })
    const thread: Thread<Calls> = { worker, channel, job: undefined, idleTimer: undefined }
    worker.on('error', (cause) => fail(thread, new WorkerFault('crashed', { cause })))
    worker.on('exit', () => fail(thread, new WorkerFault('crashed')))
    threads.add(thread)
    return thread
  }

  async function dispatch(thread: Thread<Calls>, job: Job<Calls>): Promise<void> {
    clearTimeout(thread.idleTimer)
    thread.job = job
    try {
      await job.perform(thread)
    } catch (error) {
      job.reject(error)
    }
    if (threads.has(thread)) markIdle(thread)
  }

  function startNext(): void {
    const job = waiting[0]
    if (!job) return
    const isFree = (thread: Thread<Calls>) => thread.job === undefined
    const free = [...threads].find(isFree)
    const thread = free ?? (threads.size < settings.size ? startThread() : undefined)
    if (!thread) return
    waiting.shift()
    void dispatch(thread, job)
  }

  const run: WorkerPool<Calls>['run'] = async (name, task) => {
    const { signal, isUrgent = false } = task
    if (isClosed) throw new WorkerFault('closed')
    signal?.throwIfAborted()
    const { promise, resolve, reject } =
      Promise.withResolvers<Calls['calls'][typeof name]['result']>()
    const job: Job<Calls> = {
      isUrgent,
      perform: async (thread) => {
        const startWatch = () =>
          watchTimeLimit(thread.worker, settings.timeLimitMs, (fault) => fail(thread, fault))
        resolve(await callThread(thread, startWatch, name, task))
      },
      reject,
    }
    // A running task is not interrupted: starting a new worker costs more than most tasks.
    const cancel = () => {
      const index = waiting.indexOf(job)
      if (index !== -1) waiting.splice(index, 1)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', cancel)
    const index = isUrgent ? waiting.findIndex((other) => !other.isUrgent) : -1
    waiting.splice(index === -1 ? waiting.length : index, 0, job)
    startNext()
    try {
      return await promise
    } finally {
      // One signal may be shared by a thousand tasks of one download.
      signal?.removeEventListener('abort', cancel)
    }
  }

  async function close(): Promise<void> {
    isClosed = true
    const fault = new WorkerFault('closed')
    for (const job of [...waiting.splice(0), ...[...threads].flatMap((thread) => thread.job ?? [])])
      job.reject(fault)
    await Promise.all([...threads].map((thread) => remove(thread, fault)))
  }

  return {
    run,
    close,
    get running() {
      return threads.size
    },
    readLoad: () => ({ ...describeLoad(settings.size, threads, waiting.length), replaced }),
  }
}
