import { parentPort } from 'node:worker_threads'
import { Refusal, limits } from '@talus/contract'
import { fileMeta } from '@talus/dicom'
import {
  DimseFault,
  acceptAssociations,
  failureStatus,
  isStorageClass,
  statuses,
} from '../../dimse/index.ts'
import type {
  Acceptor,
  Answer,
  Caller,
  OutgoingObject,
  QueryRequest,
  Service,
  StoreRequest,
  SubOperation,
} from '../../dimse/index.ts'
import { openFiles } from '../../files/index.ts'
import type { FileStore } from '../../files/index.ts'
import { openChannel, startReadings } from '../../workers/index.ts'
import { receive } from '../archive/index.ts'
import type { Arriving } from '../archive/index.ts'
import { contextFor } from './admission.ts'
import type {
  Counted,
  FaultReport,
  FileCall,
  HostSide,
  ListenCall,
  PlainObject,
  PlainQuery,
  PlainSession,
  RefusedCall,
} from './receiver-messages.ts'
import { pack, unpack } from './receiver-messages.ts'

/**
 * Receives what other systems send, in a thread of its own: who looks at a list does not wait while a
 * radiograph is hashed. What needs the database is asked of the main thread.
 */
if (!parentPort) throw new Error('this is the script of a thread')
let opened: Promise<FileStore> | undefined
const readings = startReadings({ idleMs: 60_000 })
const clock = () => new Date()
const acceptors: Acceptor[] = []

/** A little more than an object may have, so that one too large is told so before the line ends. */
const objectBytes = limits.dicomBytes + 64 * 1024 ** 2

const channel = openChannel<HostSide>(parentPort, {
  calls: {
    listen: async ({ files, port, host, tls }: ListenCall) => {
      opened ??= openFiles(files, true)
      const store = storeHandler(await opened)
      const acceptor = await acceptAssociations({
        ...service,
        handlers: { ...service.handlers, store },
        port,
        ...(host === undefined ? {} : { host }),
        ...(tls ? { tls } : {}),
        limits: { objectBytes },
      })
      acceptors.push(acceptor)
      return acceptor.port
    },
    stop: async (graceMs: number) => {
      await Promise.all(acceptors.splice(0).map((acceptor) => acceptor.stop(graceMs)))
      await readings.close()
      await (await opened)?.close()
    },
  },
  pack,
  unpack,
})

const service: Service<PlainSession> = {
  admit: (caller) => channel.call('admit', caller),
  contexts: contextFor,
  handlers: {
    echo: () => ({ status: statuses.success }),
    find: (request) => channel.stream('find', plain(request), request.signal),
    get,
    move,
  },
  report: (error, caller) => void channel.call('report', reportOf(error, caller)),
}

const storeHandler =
  (files: FileStore) =>
  async (request: StoreRequest<PlainSession>): Promise<Answer> => {
    const { session, context, sopClass, sopInstance, signal } = request
    // A context is agreed on for one class; what else is sent in it was never agreed on.
    if (sopClass !== context.abstractSyntax || !isStorageClass(sopClass))
      throw failureStatus(statuses.classNotSupported)
    try {
      const received = await receive({ files, readings, clock }, fileOf(request), {
        clinicId: session.clinicId,
        signal,
      })
      const call: FileCall = { session, received, sopClass, sopInstance }
      return await channel.call('file', call)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const refused: RefusedCall = { code: error.code, values: error.options.values }
      return channel.call('refused', refused)
    }
  }

/** The dataset with the head of a file before it. */
function fileOf(request: StoreRequest<PlainSession>): Arriving {
  const { caller, context, sopClass, sopInstance, dataset } = request
  const head = fileMeta({
    sopClassUid: sopClass,
    sopInstanceUid: sopInstance,
    transferSyntaxUid: context.transferSyntax,
    sourceTitle: caller.calling || undefined,
  })
  return {
    pour: async (take) => {
      await take(head)
      await dataset.pour(take)
    },
    async *[Symbol.asyncIterator]() {
      yield head
      yield* dataset
    },
  }
}

function plain(request: QueryRequest<PlainSession>): PlainQuery {
  const { signal: _signal, ...rest } = request
  return rest
}

/** The number of things that follow, and those. */
async function countedOf<Thing extends object>(stream: AsyncIterable<Counted<Thing>>) {
  const items = stream[Symbol.asyncIterator]()
  const first = await items.next()
  const total = !first.done && 'total' in first.value ? first.value.total : 0
  return { total, things: thingsOf(items) }
}

async function* thingsOf<Thing extends object>(items: AsyncIterator<Counted<Thing>>) {
  for (let next = await items.next(); !next.done; next = await items.next())
    if (!('total' in next.value)) yield next.value
}

async function get(request: QueryRequest<PlainSession>) {
  const stream = channel.stream('get', plain(request), request.signal)
  const { total, things } = await countedOf<PlainObject>(stream)
  return { total, objects: objectsOf(things) }
}

async function* objectsOf(things: AsyncIterable<PlainObject>): AsyncGenerator<OutgoingObject> {
  for await (const { openId, ...object } of things)
    yield { ...object, open: () => channel.stream('open', openId) }
}

async function move(request: QueryRequest<PlainSession>) {
  const stream = channel.stream('move', plain(request), request.signal)
  const { total, things } = await countedOf<SubOperation>(stream)
  return { total, done: things }
}

function reportOf(error: unknown, caller: Caller | undefined): FaultReport {
  return {
    fault: error instanceof DimseFault ? error.code : undefined,
    message: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? error.stack : undefined,
    caller: caller && { calling: caller.calling, called: caller.called, address: caller.address },
  }
}
