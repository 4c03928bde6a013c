import { setTimeout as after } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { Refusal } from '@talus/contract'
import { ClinicDb } from '../../db/clinic-db.ts'
import type {
  Caller,
  Handlers,
  MoveRequest,
  OutgoingObject,
  QueryRequest,
} from '../../dimse/index.ts'
import type { FileSettings } from '../../files/index.ts'
import type { Logger } from '../../jobs/define-job.ts'
import { openChannel, threadEnvironment } from '../../workers/index.ts'
import type { Channel } from '../../workers/index.ts'
import { admit } from './admission.ts'
import type { AdmissionDeps, Session } from './admission.ts'
import { failureOf, filingHandler } from './receive-store.ts'
import type { ReceiveDeps } from './receive-store.ts'
import { pack, unpack } from './receiver-messages.ts'
import type {
  FaultReport,
  FileCall,
  ListenCall,
  PlainObject,
  PlainQuery,
  RefusedCall,
  ThreadSide,
} from './receiver-messages.ts'

export interface HostDeps extends AdmissionDeps, ReceiveDeps {
  readonly fileSettings: FileSettings
  readonly log: Logger
  /** What is answered with the help of the database. */
  readonly queries: Pick<Handlers<Session>, 'find' | 'get' | 'move'>
}

export interface ReceiverHost {
  /** Opens a port in the thread; the answer is its number. */
  readonly listen: (call: Omit<ListenCall, 'files'>) => Promise<number>
  readonly stop: (graceMs: number) => Promise<void>
}

const script = new URL('./receiver-thread.ts', import.meta.url)
const restartMs = 1000
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/**
 * The main thread's half of the receiver: what needs the database. A thread that dies is started
 * again on the same ports; senders that it had on the line send once more.
 */
export function startReceiver(deps: HostDeps): ReceiverHost {
  const { log } = deps
  const listening: ListenCall[] = []
  let isStopping = false
  let running: { readonly worker: Worker; readonly channel: Channel<ThreadSide> } | undefined

  function start() {
    const worker = new Worker(script, { resourceLimits, env: threadEnvironment(), execArgv: [] })
    const channel = openChannel<ThreadSide>(worker, { ...handlersOf(deps), pack, unpack })
    worker.on('error', (error) => log.error({ err: error }, 'the DICOM receiver has failed'))
    worker.once('exit', () => {
      channel.close(new Error('the DICOM receiver has ended'))
      running = undefined
      if (!isStopping) void restart()
    })
    running = { worker, channel }
    return running
  }

  async function restart(): Promise<void> {
    while (!isStopping && !running) {
      await after(restartMs)
      try {
        for (const call of listening) await (running ?? start()).channel.call('listen', call)
        log.warn('the DICOM receiver was started again')
      } catch (error) {
        log.error({ err: error }, 'the DICOM receiver could not be started again')
      }
    }
  }

  return {
    async listen(asked) {
      const call = { ...asked, files: deps.fileSettings }
      const { channel } = running ?? start()
      const port = await channel.call('listen', call)
      // The same number again after a restart, also where any was taken at first.
      listening.push({ ...call, port })
      return port
    },
    async stop(graceMs) {
      isStopping = true
      if (!running) return
      const { worker, channel } = running
      await channel.call('stop', graceMs).catch(() => undefined)
      await worker.terminate()
    },
  }
}

function handlersOf(deps: HostDeps) {
  const { queries, log } = deps
  const opened = new Map<number, OutgoingObject>()
  let nextId = 0

  function requestOf<Query extends PlainQuery>(query: Query, signal: AbortSignal) {
    const { session, identifier } = query
    const db = new ClinicDb(deps.unscopedDb, [session.clinicId])
    return {
      ...query,
      session: { ...session, db },
      identifier: Buffer.from(identifier),
      signal,
    } satisfies QueryRequest<Session>
  }

  async function* get(query: PlainQuery, signal: AbortSignal) {
    const { total, objects } = (await queries.get?.(requestOf(query, signal))) ?? {
      total: 0,
      objects: [],
    }
    yield { total }
    for await (const object of objects) {
      const openId = (nextId += 1)
      opened.set(openId, object)
      try {
        const { sopClass, sopInstance, transferSyntax } = object
        yield { sopClass, sopInstance, transferSyntax, openId } satisfies PlainObject
      } finally {
        opened.delete(openId)
      }
    }
  }

  async function* open(openId: number) {
    const object = opened.get(openId)
    if (object) yield* await object.open()
  }

  async function* move(query: PlainQuery & { readonly destination: string }, signal: AbortSignal) {
    const request: MoveRequest<Session> = requestOf(query, signal)
    const { total, done } = (await queries.move?.(request)) ?? { total: 0, done: [] }
    yield { total }
    yield* done
  }

  async function* find(query: PlainQuery, signal: AbortSignal) {
    if (queries.find) yield* queries.find(requestOf(query, signal))
  }

  const file = filingHandler(deps)
  return {
    calls: {
      admit: async (caller: Caller) => {
        const admission = await admit(deps, caller)
        if (!admission.isAdmitted) return admission
        const { db: _db, ...session } = admission.session
        return { isAdmitted: true, session }
      },
      file: (call: FileCall) => file(call),
      refused: ({ code, values }: RefusedCall) => {
        throw failureOf(new Refusal(code, values ? { values } : {}))
      },
      report: ({ fault, message, stack, caller }: FaultReport) => {
        if (fault !== undefined) log.info({ ...caller, fault }, message)
        else log.error({ ...caller, err: { message, stack } }, 'a DICOM request failed')
      },
    },
    streams: { find, get, open, move },
  }
}
