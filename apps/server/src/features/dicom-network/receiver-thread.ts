import { parentPort, workerData } from 'node:worker_threads'
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
  Admission,
  Answer,
  Caller,
  OutgoingObject,
  QueryRequest,
  Service,
  StoreRequest,
  SubOperation,
} from '../../dimse/index.ts'
import { openFiles } from '../../files/index.ts'
import { openChannel, startReadings } from '../../workers/index.ts'
import { receive } from '../archive/index.ts'
import { contextFor } from './admission.ts'
import type {
  FaultReport,
  FileCall,
  ListenCall,
  PlainObject,
  PlainQuery,
  PlainSession,
  RefusedCall,
  ThreadSettings,
} from './receiver-messages.ts'
import { pack, unpack } from './receiver-messages.ts'

/**
 * Receives what other systems send, in a thread of its own: a radiograph is hundreds of pieces of
 * memory, and clearing them up among all that the server holds takes longer than writing them. What
 * needs the database is asked of the main thread.
 */
if (!parentPort) throw new Error('this is the script of a thread')
const settings = workerData as ThreadSettings
const files = await openFiles(settings.files)
const readings = startReadings({ idleMs: 60_000 })
const clock = () => new Date()
const acceptors: Acceptor[] = []

/** A little more than an object may have, so that one too large is told so before the line ends. */
const objectBytes = limits.dicomBytes + 64 * 1024 ** 2

const channel = openChannel(parentPort, {
  calls: {
    listen: async ({ port, host, tls }: ListenCall) => {
      const acceptor = await acceptAssociations({
        ...service,
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
      await files.close()
    },
  },
  pack,
  unpack,
})

const service: Service<PlainSession> = {
  admit: async (caller) => (await channel.call('admit', caller)) as Admission<PlainSession>,
  contexts: contextFor,
  handlers: {
    echo: () => ({ status: statuses.success }),
    store,
    find: (request) =>
      channel.stream('find', plain(request), request.signal) as AsyncIterable<Uint8Array>,
    get,
    move,
  },
  report: (error, caller) => void channel.call('report', reportOf(error, caller)),
}

async function store(request: StoreRequest<PlainSession>): Promise<Answer> {
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
    return (await channel.call('file', call)) as Answer
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const refused: RefusedCall = { code: error.code, values: error.options.values }
    return (await channel.call('refused', refused)) as Answer
  }
}

async function* fileOf(request: StoreRequest<PlainSession>) {
  const { caller, context, sopClass, sopInstance, dataset } = request
  yield fileMeta({
    sopClassUid: sopClass,
    sopInstanceUid: sopInstance,
    transferSyntaxUid: context.transferSyntax,
    sourceTitle: caller.calling || undefined,
  })
  yield* dataset
}

function plain(request: QueryRequest<PlainSession>): PlainQuery {
  const { signal: _signal, ...rest } = request
  return rest
}

async function get(request: QueryRequest<PlainSession>) {
  const items = channel.stream('get', plain(request), request.signal)[Symbol.asyncIterator]()
  const first = await items.next()
  return { total: first.value as number, objects: objectsOf(items) }
}

async function* objectsOf(items: AsyncIterator<unknown>): AsyncGenerator<OutgoingObject> {
  for (;;) {
    const next = await items.next()
    if (next.done) return
    const { openId, ...object } = next.value as PlainObject
    yield { ...object, open: () => channel.stream('open', openId) as AsyncIterable<Uint8Array> }
  }
}

async function move(request: QueryRequest<PlainSession>) {
  const items = channel.stream('move', plain(request), request.signal)[Symbol.asyncIterator]()
  const first = await items.next()
  return { total: first.value as number, done: doneOf(items) }
}

async function* doneOf(items: AsyncIterator<unknown>): AsyncGenerator<SubOperation> {
  for (;;) {
    const next = await items.next()
    if (next.done) return
    yield next.value as SubOperation
  }
}

function reportOf(error: unknown, caller: Caller | undefined): FaultReport {
  return {
    fault: error instanceof DimseFault ? error.code : undefined,
    message: error instanceof Error ? error.message : String(error),
    stack: error instanceof Error ? error.stack : undefined,
    caller: caller && { calling: caller.calling, called: caller.called, address: caller.address },
  }
}
