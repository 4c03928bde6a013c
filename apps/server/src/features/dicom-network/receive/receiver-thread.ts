import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'
import { Refusal, limits } from '@talus/contract'
import { writeFileMeta } from '@talus/dicom'
import {
  DimseFault,
  acceptAssociations,
  createStatusFault,
  isStorageClass,
  statuses,
} from '../../../dimse/index.ts'
import type {
  Acceptor,
  DimseResponse,
  Caller,
  MoveRequest,
  OutgoingObject,
  QueryRequest,
  Service,
  StoreRequest,
  SubOperation,
} from '../../../dimse/index.ts'
import { measureFileStore, openFileStore } from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'
import { openChannel, startReadPool } from '../../../workers/index.ts'
import { receiveFile } from '../../archive/index.ts'
import type { IncomingBytes } from '../../archive/index.ts'
import { createAddressCheck, createNetworkCheck } from '../callers/known-networks.ts'
import { negotiateContext } from '../callers/admission.ts'
import type {
  Counted,
  FaultReport,
  HostProtocol,
  PlainObject,
  PlainSession,
  ThreadProtocol,
} from './receiver-protocol.ts'
import { createRegistry } from '../../../telemetry/registry.ts'
import { observeReceiver } from './receiver-metrics.ts'
import { statusFaults } from './receiver-protocol.ts'
import { toStoreFault } from './store-fault.ts'

// Receives objects of other systems in a separate thread, so that HTTP requests do not wait while a
// radiograph is hashed. Everything that needs the database is called in the main thread.
if (!parentPort) throw new Error('this is the script of a thread')
let opened: Promise<FileStore> | undefined
const readPool = startReadPool({ idleMs: 60_000 })
const clock = () => new Date()
const acceptors: Acceptor[] = []
const registry = createRegistry()
const observer = observeReceiver(registry, acceptors)

/**
 * Slightly more than the largest object, so that a larger one gets a failure status before the
 * association is aborted.
 */
const objectBytes = limits.dicomBytes + 64 * 1024 ** 2

const channel = openChannel<ThreadProtocol, HostProtocol>(parentPort, {
  calls: {
    listen: async ({ files, port, host, tls, proxies }) => {
      opened ??= openFileStore(files, true).then((store) => measureFileStore(store, registry))
      const store = createStoreHandler(await opened)
      const acceptor = await acceptAssociations({
        ...service,
        handlers: { ...service.handlers, store },
        port,
        ...(host === undefined ? {} : { host }),
        ...(tls ? { tls } : {}),
        limits: { objectBytes },
        knowsAddress: (address) => isKnownAddress(address),
        isProxy: createNetworkCheck(proxies),
      })
      acceptors.push(acceptor)
      if (acceptors.length === 1) void keepKnownAddresses()
      return acceptor.port
    },
    readMetrics: () => registry.read(),
    stop: async (graceMs) => {
      await Promise.all(acceptors.splice(0).map((acceptor) => acceptor.stop(graceMs)))
      await readPool.close()
      await (await opened)?.close()
    },
  },
  errors: statusFaults,
})

/** Devices that were added or moved count as known after this time. */
const knownEveryMs = 5000
let isKnownAddress = createAddressCheck([])

async function keepKnownAddresses(): Promise<void> {
  while (acceptors.length > 0) {
    try {
      isKnownAddress = createAddressCheck(await channel.call('listKnownNetworks', undefined))
    } catch {
      // The database cannot be reached: the last list stays valid.
    }
    await sleep(knownEveryMs, undefined, { ref: false })
  }
}

const service: Service<PlainSession> = {
  admit: (caller) => channel.call('admit', caller),
  getOwner: ({ clinicId }) => String(clinicId),
  contexts: negotiateContext,
  handlers: {
    echo: () => ({ status: statuses.success }),
    find: (request) => channel.stream('find', toPlainQuery(request), request),
    get,
    move,
  },
  observer,
  report: (error, caller) => void channel.call('report', toFaultReport(error, caller)),
}

const createStoreHandler =
  (files: FileStore) =>
  async (request: StoreRequest<PlainSession>): Promise<DimseResponse> => {
    const { session, context, sopClass, sopInstance, signal } = request
    const caller = pickIdentity(request.caller)
    // A presentation context is negotiated for one SOP class; no other may be sent in it.
    if (sopClass !== context.abstractSyntax || !isStorageClass(sopClass))
      throw createStatusFault(statuses.classNotSupported)
    try {
      const received = await receiveFile({ files, readPool, clock }, toPart10File(request), {
        clinicId: session.clinicId,
        signal,
      })
      return await channel.call('store', { session, caller, received, sopClass, sopInstance })
    } catch (error) {
      throw error instanceof Refusal ? toStoreFault(error) : error
    }
  }

/** Sent with every image, so without the long list of contexts. */
const pickIdentity = ({ calling, called, address, certificate }: Caller) => ({
  calling,
  called,
  address,
  certificate,
})

/** The data set preceded by preamble and file meta information (PS3.10). */
function toPart10File(request: StoreRequest<PlainSession>): IncomingBytes {
  const { caller, context, sopClass, sopInstance, dataset } = request
  const head = writeFileMeta({
    sopClassUid: sopClass,
    sopInstanceUid: sopInstance,
    transferSyntaxUid: context.transferSyntax,
    sourceTitle: caller.calling || undefined,
  })
  return {
    pipe: async (take) => {
      await take(head)
      await dataset.pipe(take)
    },
    async *[Symbol.asyncIterator]() {
      yield head
      yield* dataset
    },
  }
}

/** Without the signal, which cannot be sent to another thread. */
function toPlainQuery<Query extends QueryRequest<PlainSession>>(
  request: Query,
): Omit<Query, 'signal'> {
  const { signal: _signal, ...rest } = request
  return rest
}

/** Splits a counted stream into its total and the items that follow. */
async function readCounted<Thing extends object>(stream: AsyncIterable<Counted<Thing>>) {
  const items = stream[Symbol.asyncIterator]()
  const first = await items.next()
  const total = !first.done && 'total' in first.value ? first.value.total : 0
  return { total, things: readItems(items) }
}

async function* readItems<Thing extends object>(items: AsyncIterator<Counted<Thing>>) {
  for (let next = await items.next(); !next.done; next = await items.next())
    if (!('total' in next.value)) yield next.value
}

async function get(request: QueryRequest<PlainSession>) {
  const stream = channel.stream('get', toPlainQuery(request), request)
  const { total, things } = await readCounted<PlainObject>(stream)
  return { total, objects: toOutgoingObjects(things) }
}

async function* toOutgoingObjects(
  things: AsyncIterable<PlainObject>,
): AsyncGenerator<OutgoingObject> {
  for await (const { openId, ...object } of things) {
    const over = new AbortController()
    try {
      yield { ...object, open: () => startStream(channel.stream('open', openId, over)) }
    } finally {
      // Ends a stream that was opened, and never read because the association ended.
      over.abort()
    }
  }
}

/**
 * Waits for the first item: an object that cannot be opened fails before its C-STORE request has
 * begun, after which only the whole association could be aborted.
 */
async function startStream<Item>(stream: AsyncIterable<Item>): Promise<AsyncIterable<Item>> {
  const items = stream[Symbol.asyncIterator]()
  return continueStream(await items.next(), items)
}

async function* continueStream<Item>(first: IteratorResult<Item>, items: AsyncIterator<Item>) {
  try {
    for (let next = first; !next.done; next = await items.next()) yield next.value
  } finally {
    await items.return?.()
  }
}

async function move(request: MoveRequest<PlainSession>) {
  const stream = channel.stream('move', toPlainQuery(request), request)
  const { total, things } = await readCounted<SubOperation>(stream)
  return { total, done: things }
}

function toFaultReport(error: unknown, caller: Caller | undefined): FaultReport {
  return {
    fault: error instanceof DimseFault ? error.code : undefined,
    message: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? error.stack : undefined,
    caller: caller && { calling: caller.calling, called: caller.called, address: caller.address },
  }
}
