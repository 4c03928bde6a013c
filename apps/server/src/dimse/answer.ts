import type { Association } from './association.ts'
import { isUid, statuses, uids } from './codes.ts'
import { fields } from './command.ts'
import type { Command } from './command.ts'
import { DimseFault, failureStatus } from './fault.ts'
import type { Message } from './message-reader.ts'
import type { ServeLimits } from './serve.ts'
import type { Answer, QueryRequest, Request, Service, SubOperation } from './service.ts'
import { storeOver } from './store.ts'

interface Asked<Session> extends Request<Session> {
  readonly limits: ServeLimits
  readonly isCancelled: () => boolean
}

/** Answers one request, whatever the handler does; only a lost association is thrown. */
export async function answerRequest<Session>(
  association: Association,
  message: Message,
  service: Service<Session>,
  asked: Asked<Session>,
): Promise<void> {
  const { command, contextId, dataset } = message
  const reply = (change: Command, identifier?: Uint8Array) =>
    association.send(
      contextId,
      {
        affectedClass: command.affectedClass,
        field: command.field | fields.answer,
        respondingTo: asked.messageId,
        affectedInstance: command.affectedInstance,
        ...change,
      },
      identifier && [identifier],
    )
  let answer: Command
  let identifier: Uint8Array | undefined
  try {
    const result = await handle(association, message, service, asked, reply)
    answer = result.answer
    identifier = result.identifier
  } catch (error) {
    if (association.line.isOver) return
    answer = failureOf(error, command.field)
    if (asked.isCancelled()) answer = { status: statuses.cancelled }
    else if (!(error instanceof DimseFault) || error.status === undefined)
      service.report?.(error, asked.caller)
  }
  // An answer before the last byte of the request confuses peers that send first and read then.
  await dataset?.discard()
  if (association.line.isOver) return
  const { comment, ...rest } = answer
  await reply({ ...rest, comment: comment && remark(comment) }, identifier)
}

/** LO: 64 characters, none of them a control or a separator of values. */
const remark = (comment: string) => comment.replaceAll(/[^\x20-\x5b\x5d-\x7e]/gu, '?').slice(0, 64)

function failureOf(error: unknown, field: number): Command {
  if (error instanceof DimseFault && error.status !== undefined)
    return { status: error.status, comment: error.comment }
  const isQuery = field === fields.find || field === fields.get || field === fields.move
  return { status: isQuery ? statuses.cannotUnderstand : statuses.processingFailure }
}

type Reply = (change: Command, identifier?: Uint8Array) => Promise<void>
interface Result {
  readonly answer: Command
  readonly identifier?: Uint8Array
}
const plain = ({ status, comment }: Answer): Result => ({ answer: { status, comment } })

async function handle<Session>(
  association: Association,
  { command, dataset }: Message,
  { handlers }: Service<Session>,
  { limits, isCancelled, ...request }: Asked<Session>,
  reply: Reply,
): Promise<Result> {
  const { field, affectedClass: sopClass = '', affectedInstance: sopInstance = '' } = command
  if (field === fields.echo && handlers.echo)
    return plain(await handlers.echo({ ...request, kind: 'echo' }))
  if (field === fields.store && handlers.store) {
    if (!isUid(sopClass) || !isUid(sopInstance)) throw failureStatus(statuses.invalidInstance)
    if (dataset === undefined) throw failureStatus(statuses.cannotUnderstand, 'no dataset')
    const { moveOriginator, moveOriginatorId } = command
    const object = { sopClass, sopInstance, moveOriginator, moveOriginatorId, dataset }
    return plain(await handlers.store({ ...request, kind: 'store', ...object }))
  }

  const query = async <Kind extends QueryRequest<Session>['kind']>(kind: Kind) => {
    const identifier = await dataset?.gather(limits.identifierBytes)
    if (identifier === undefined)
      throw failureStatus(statuses.cannotUnderstand, 'no identifier, or one that is too long')
    return { ...request, kind, sopClass, identifier }
  }
  if (field === fields.find && handlers.find) {
    for await (const identifier of handlers.find(await query('find'))) {
      if (isCancelled()) break
      await reply({ status: statuses.pending }, identifier)
    }
    return plain({ status: isCancelled() ? statuses.cancelled : statuses.success })
  }
  const report = (total: number, done: AsyncIterable<SubOperation>) =>
    countSubOperations(total, done, { reply, isCancelled, syntax: request.context.transferSyntax })
  if (field === fields.get && handlers.get) {
    const { total, objects } = await handlers.get(await query('get'))
    return report(total, storeEach(association, objects, limits.responseMs))
  }
  if (field === fields.move && handlers.move) {
    const { destination = '' } = command
    const { total, done } = await handlers.move({ ...(await query('move')), destination })
    return report(total, done)
  }
  throw failureStatus(statuses.unrecognizedOperation)
}

type Retrieved = Parameters<typeof storeOver>[1]

async function* storeEach(
  association: Association,
  objects: AsyncIterable<Retrieved> | Iterable<Retrieved>,
  responseMs: number,
): AsyncGenerator<SubOperation> {
  for await (const object of objects) {
    const { sopInstance } = object
    try {
      const { status } = await storeOver(association, object, responseMs)
      yield { sopInstance, outcome: status === statuses.success ? 'completed' : 'warning' }
    } catch (error) {
      if (association.line.isOver) throw error
      yield { sopInstance, outcome: 'failed' }
    }
  }
}

interface Reporting {
  readonly reply: Reply
  readonly isCancelled: () => boolean
  readonly syntax: string
}

/** PS3.4 C.4.3.1.4: how it goes after each object, and in the end which ones did not. */
async function countSubOperations(
  total: number,
  done: AsyncIterable<SubOperation>,
  { reply, isCancelled, syntax }: Reporting,
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
      await reply({ status: statuses.pending, remaining: bounded(remaining), ...counts })
  }
  if (isCancelled())
    return { answer: { status: statuses.cancelled, remaining: bounded(remaining), ...counts } }
  if (counts.failed === 0) {
    const status = counts.warning > 0 ? statuses.someSubOperationsFailed : statuses.success
    return { answer: { status, ...counts } }
  }
  const isNothingDone = counts.completed + counts.warning === 0
  const status = isNothingDone
    ? statuses.unableToPerformSubOperations
    : statuses.someSubOperationsFailed
  return { answer: { status, ...counts }, identifier: failedList(failures, syntax) }
}

const bounded = (count: number) => Math.min(count, 0xffff)

/** (0008,0058) Failed SOP Instance UID List, as much of it as an element holds. */
function failedList(instances: readonly string[], syntax: string): Buffer {
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
