import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Logger } from '@talus/node-kit/logger'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { Handlers, MoveRequest, OutgoingObject, QueryRequest } from '../../../dimse/index.ts'
import type { FileSettings } from '../../../files/index.ts'
import { openChannel, getThreadEnvironment } from '../../../workers/index.ts'
import type { Channel, ChannelHandlers } from '../../../workers/index.ts'
import type { Family } from '../../../telemetry/registry.ts'
import type { AttemptLog } from '../callers/attempt-log.ts'
import { listDeviceNetworks } from '../callers/devices.queries.ts'
import { admit } from '../callers/admission.ts'
import type { AdmissionDeps, CallerSession } from '../callers/admission.ts'
import { createStoreHandler } from './store-handler.ts'
import type { ReceiveDeps } from './store-handler.ts'
import { statusFaults } from './receiver-protocol.ts'
import type {
  HostProtocol,
  ListenCall,
  PlainMove,
  PlainObject,
  PlainQuery,
  ThreadProtocol,
} from './receiver-protocol.ts'

export interface HostDeps extends AdmissionDeps, ReceiveDeps {
  readonly attempts: AttemptLog
  readonly fileSettings: FileSettings
  readonly log: Logger
  /** Handlers that need the database. */
  readonly queries: Pick<Handlers<CallerSession>, 'find' | 'get' | 'move'>
}

export interface ReceiverHost {
  /** Opens a port in the thread and returns its number. */
  readonly listen: (call: Omit<ListenCall, 'files'>) => Promise<number>
  readonly stop: (graceMs: number) => Promise<void>
  /** The counts of the thread since its start. */
  readonly readMetrics: () => Promise<readonly Family[]>
}

interface Asked {
  readonly signal: AbortSignal
}

const script = new URL('./receiver-thread.ts', import.meta.url)
const restartMs = 1000
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/**
 * The main thread's part of the receiver: everything that needs the database. A thread that dies is
 * restarted on the same ports; peers that were connected send again.
 */
export function startReceiver(deps: HostDeps): ReceiverHost {
  const { log } = deps
  const listening: ListenCall[] = []
  let isStopping = false
  let running: { readonly worker: Worker; readonly channel: Channel<ThreadProtocol> } | undefined

  function start() {
    const worker = new Worker(script, { resourceLimits, env: getThreadEnvironment(), execArgv: [] })
    const channel = openChannel<HostProtocol, ThreadProtocol>(worker, createHandlers(deps))
    worker.on('error', (error: unknown) =>
      log.error({ err: error }, 'the DICOM receiver has failed'),
    )
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
      await sleep(restartMs)
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
      // After a restart the same port is used, also if the system chose it at first.
      listening.push({ ...call, port })
      return port
    },
    readMetrics: async () => (await running?.channel.call('readMetrics', undefined)) ?? [],
    async stop(graceMs) {
      isStopping = true
      if (!running) return
      const { worker, channel } = running
      await channel.call('stop', graceMs).catch(() => undefined)
      await worker.terminate()
    },
  }
}

function createHandlers(deps: HostDeps): ChannelHandlers<HostProtocol> {
  const { queries, log } = deps
  const opened = new Map<number, OutgoingObject>()
  let nextId = 0

  function toRequest<Query extends PlainQuery>(query: Query, signal: AbortSignal) {
    const { session, identifier } = query
    const db = new ClinicDb(deps.unscopedDb, [session.clinicId])
    return {
      ...query,
      session: { ...session, db },
      identifier: Buffer.from(identifier),
      signal,
    } satisfies QueryRequest<CallerSession>
  }

  async function* get(query: PlainQuery, { signal }: Asked) {
    const { total, objects } = (await queries.get?.(toRequest(query, signal))) ?? {
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

  async function* move(query: PlainMove, { signal }: Asked) {
    const request: MoveRequest<CallerSession> = toRequest(query, signal)
    const { total, done } = (await queries.move?.(request)) ?? { total: 0, done: [] }
    yield { total }
    yield* done
  }

  async function* find(query: PlainQuery, { signal }: Asked) {
    if (queries.find) yield* queries.find(toRequest(query, signal))
  }

  return {
    calls: {
      admit: async (caller) => {
        const admission = await admit(deps, caller)
        if (!admission.isAdmitted) return admission
        const { db: _db, ...session } = admission.session
        return { isAdmitted: true, session }
      },
      store: createStoreHandler(deps),
      listKnownNetworks: async () =>
        (await listDeviceNetworks(deps.unscopedDb)).flatMap((device) => [
          device.network,
          device.lastAddress,
        ]),
      report: ({ fault, message, stack, caller }) => {
        if (fault !== undefined) log.info({ ...caller, fault }, message)
        else log.error({ ...caller, err: { message, stack } }, 'a DICOM request failed')
      },
    },
    streams: { find, get, open, move },
    errors: statusFaults,
  }
}
