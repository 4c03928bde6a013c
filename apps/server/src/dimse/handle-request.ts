import { isUid } from '@talus/dicom'
import type { Association } from './association.ts'
import { statuses, uids } from './codes.ts'
import { commandFields } from './command-set.ts'
import type { CommandSet } from './command-set.ts'
import { DimseFault, createStatusFault } from './fault.ts'
import type { DimseMessage } from './message-reader.ts'
import type { ServeLimits } from './serve-limits.ts'
import type { DimseResponse, QueryRequest, DimseRequest, Service, SubOperation } from './service.ts'
import { sendObject } from './c-store.ts'

interface PendingRequest<Session> extends DimseRequest<Session> {
  readonly limits: ServeLimits
  readonly isCancelled: () => boolean
}

/** Sends exactly one final response, also if the handler throws; only a lost association throws. */
export async function handleRequest<Session>(
  association: Association,
  message: DimseMessage,
  service: Service<Session>,
  pending: PendingRequest<Session>,
): Promise<void> {
  const { command, contextId, dataset } = message
  const started = performance.now()
  const reply = (change: CommandSet, identifier?: Uint8Array) =>
    association.send(
      contextId,
      {
        affectedClass: command.affectedClass,
        field: command.field | commandFields.response,
        respondingTo: pending.messageId,
        affectedInstance: command.affectedInstance,
        ...change,
      },
      identifier && [identifier],
    )
  let response: CommandSet
  let identifier: Uint8Array | undefined
  try {
    const result = await callHandler(association, message, service, pending, reply)
    response = result.response
    identifier = result.identifier
  } catch (error) {
    if (association.connection.isOver) return
    response = toFailureResponse(error, command.field)
    if (pending.isCancelled()) response = { status: statuses.cancelled }
    else if (!(error instanceof DimseFault) || error.status === undefined)
      service.report?.(error, pending.caller)
  }
  // Some peers send the whole request before they read: respond only after its last byte.
  await dataset?.discard()
  if (association.connection.isOver) return
  const { comment, ...rest } = response
  await reply({ ...rest, comment: comment && toErrorComment(comment) }, identifier)
  const seconds = (performance.now() - started) / 1000
  service.observer?.onRequest(getOperation(command.field), rest.status ?? 0, seconds)
}

const operations: readonly (readonly [field: number, name: string])[] = [
  [commandFields.echo, 'C-ECHO'],
  [commandFields.store, 'C-STORE'],
  [commandFields.find, 'C-FIND'],
  [commandFields.get, 'C-GET'],
  [commandFields.move, 'C-MOVE'],
]

const getOperation = (field: number) =>
  operations.find(([known]) => known === field)?.[1] ?? 'unknown'

/** Value representation LO: at most 64 characters, no control characters and no backslash. */
const toErrorComment = (comment: string) =>
  comment.replaceAll(/[^\x20-\x5b\x5d-\x7e]/gu, '?').slice(0, 64)

function toFailureResponse(error: unknown, field: number): CommandSet {
  if (error instanceof DimseFault && error.status !== undefined)
    return { status: error.status, comment: error.comment }
  const isQuery =
    field === commandFields.find || field === commandFields.get || field === commandFields.move
  return { status: isQuery ? statuses.cannotUnderstand : statuses.processingFailure }
}

type Reply = (change: CommandSet, identifier?: Uint8Array) => Promise<void>
interface Result {
  readonly response: CommandSet
  readonly identifier?: Uint8Array
}
const toResult = ({ status, comment }: DimseResponse): Result => ({ response: { status, comment } })

async function callHandler<Session>(
  association: Association,
  { command, dataset }: DimseMessage,
  { handlers }: Service<Session>,
  { limits, isCancelled, ...request }: PendingRequest<Session>,
  reply: Reply,
): Promise<Result> {
  const { field, affectedClass: sopClass = '', affectedInstance: sopInstance = '' } = command
  if (field === commandFields.echo && handlers.echo)
    return toResult(await handlers.echo({ ...request, kind: 'echo' }))
  if (field === commandFields.store && handlers.store) {
    if (!isUid(sopClass) || !isUid(sopInstance)) throw createStatusFault(statuses.invalidInstance)
    if (dataset === undefined) throw createStatusFault(statuses.cannotUnderstand, 'no dataset')
    const { moveOriginator, moveOriginatorId } = command
    const object = { sopClass, sopInstance, moveOriginator, moveOriginatorId, dataset }
    return toResult(await handlers.store({ ...request, kind: 'store', ...object }))
  }

  const query = async <Kind extends QueryRequest<Session>['kind']>(kind: Kind) => {
    const identifier = await dataset?.readAll(limits.identifierBytes)
    if (identifier === undefined)
      throw createStatusFault(statuses.cannotUnderstand, 'no identifier, or one that is too long')
    return { ...request, kind, sopClass, identifier }
  }
  if (field === commandFields.find && handlers.find) {
    for await (const identifier of handlers.find(await query('find'))) {
      if (isCancelled()) break
      await reply({ status: statuses.pending }, identifier)
    }
    return toResult({ status: isCancelled() ? statuses.cancelled : statuses.success })
  }
  const report = (total: number, done: AsyncIterable<SubOperation>) =>
    countSubOperations(total, done, { reply, isCancelled, syntax: request.context.transferSyntax })
  if (field === commandFields.get && handlers.get) {
    const { total, objects } = await handlers.get(await query('get'))
    return report(total, storeEach(association, objects, limits.responseMs))
  }
  if (field === commandFields.move && handlers.move) {
    const { destination = '' } = command
    const { total, done } = await handlers.move({ ...(await query('move')), destination })
    return report(total, done)
  }
  throw createStatusFault(statuses.unrecognizedOperation)
}

type RetrievedObject = Parameters<typeof sendObject>[1]

async function* storeEach(
  association: Association,
  objects: AsyncIterable<RetrievedObject> | Iterable<RetrievedObject>,
  responseMs: number,
): AsyncGenerator<SubOperation> {
  for await (const object of objects) {
    const { sopInstance } = object
    try {
      const { status } = await sendObject(association, object, responseMs)
      yield { sopInstance, outcome: status === statuses.success ? 'completed' : 'warning' }
    } catch (error) {
      if (association.connection.isOver) throw error
      yield { sopInstance, outcome: 'failed' }
    }
  }
}

interface ProgressOptions {
  readonly reply: Reply
  readonly isCancelled: () => boolean
  readonly syntax: string
}

/**
 * PS3.4 C.4.3.1.4: sends a pending response with the counts after each sub-operation, and returns
 * the final response with the list of failed instances.
 */
async function countSubOperations(
  total: number,
  done: AsyncIterable<SubOperation>,
  { reply, isCancelled, syntax }: ProgressOptions,
): Promise<Result> {
  const counts = { completed: 0, failed: 0, warning: 0 }
  const failures: string[] = []
  let remaining = total
  for await (const { sopInstance, outcome } of done) {
    counts[outcome] += 1
    remaining = Math.max(0, remaining - 1)
    if (outcome === 'failed') failures.push(sopInstance)
    if (isCancelled()) break
    if (remaining > 0)
      await reply({ status: statuses.pending, remaining: clampCount(remaining), ...counts })
  }
  if (isCancelled())
    return { response: { status: statuses.cancelled, remaining: clampCount(remaining), ...counts } }
  if (counts.failed === 0) {
    const status = counts.warning > 0 ? statuses.someSubOperationsFailed : statuses.success
    return { response: { status, ...counts } }
  }
  const isNothingDone = counts.completed + counts.warning === 0
  const status = isNothingDone
    ? statuses.unableToPerformSubOperations
    : statuses.someSubOperationsFailed
  return { response: { status, ...counts }, identifier: encodeFailedList(failures, syntax) }
}

const clampCount = (count: number) => Math.min(count, 0xffff)

/** (0008,0058) Failed SOP Instance UID List, cut to the maximum length of an element. */
function encodeFailedList(instances: readonly string[], syntax: string): Buffer {
  const lengthMax = 0xfffe
  const whole = instances.join('\\')
  const cut = whole.length <= lengthMax ? whole.length : whole.lastIndexOf('\\', lengthMax)
  const list = whole.slice(0, cut)
  const value = Buffer.from(list.length % 2 === 0 ? list : `${list}\0`, 'latin1')
  const head = Buffer.from([0x08, 0, 0x58, 0, 0, 0, 0, 0])
  if (syntax === uids.implicitLittleEndian) head.writeUInt32LE(value.length, 4)
  else {
    head.write('UI', 4, 'latin1')
    head.writeUInt16LE(value.length, 6)
  }
  return Buffer.concat([head, value])
}
