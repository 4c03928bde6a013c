import type { Socket } from 'node:net'
import { Association } from './association.ts'
import type { AcceptedContext } from './association.ts'
import { contextResults, decodeAccept, encodeRequest } from './associate.ts'
import type { ProposedContext } from './associate.ts'
import { isPending, statuses, uids } from './codes.ts'
import { fields } from './command.ts'
import { DimseFault, malformed } from './fault.ts'
import type { Answer, OutgoingObject } from './service.ts'
import { answerOf, giveUp, storeOver } from './store.ts'
import { releaseRequest, unitTypes } from './units.ts'

export interface OpenOptions {
  /** Our title and theirs. */
  readonly calling: string
  readonly called: string
  /** At most 128; each class once with all its transfer syntaxes, or once for each of them. */
  readonly contexts: readonly Omit<ProposedContext, 'id'>[]
  readonly limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  associateMs: 30_000,
  responseMs: 60_000,
  /** No progress while we send, or while an answer comes in. */
  idleMs: 60_000,
  /** The work is done by then; a peer that does not say good-bye is not waited for. */
  releaseMs: 2000,
  identifierBytes: 1024 * 1024,
}

export interface RefusedContext {
  readonly abstractSyntax: string
  readonly because: 'transfer-syntaxes' | 'class'
}

export interface OpenAssociation {
  readonly contexts: readonly AcceptedContext[]
  /** What the peer does not take, and whether that is for the class or for its transfer syntaxes. */
  readonly refused: readonly RefusedContext[]
  readonly echo: () => Promise<Answer>
  /** One at a time on the line: calls wait for those before them. */
  readonly store: (
    object: OutgoingObject & {
      readonly moveOriginator?: { readonly title: string; readonly messageId: number }
    },
  ) => Promise<Answer>
  /** Leaving the loop early, or raising the signal, sends a C-CANCEL. */
  readonly find: (
    sopClass: string,
    identifier: Uint8Array,
    signal?: AbortSignal,
  ) => AsyncIterable<Buffer>
  readonly release: () => Promise<void>
  readonly abort: () => void
  /** After a fault that was more than a refusal, nothing can be sent any more. */
  readonly isOver: () => boolean
}

/** Asks for an association over an open connection, which it closes in the end. */
export async function openAssociation(
  socket: Socket,
  { calling, called, contexts, limits: given }: OpenOptions,
): Promise<OpenAssociation> {
  const limits = { ...defaultLimits, ...given }
  const proposed = contexts.map((context, index) => ({ ...context, id: index * 2 + 1 }))
  if (proposed.length > 128) throw new RangeError('an association has at most 128 contexts')
  const opening = Promise.withResolvers<Pick<OpenAssociation, 'contexts' | 'refused'>>()
  const released = Promise.withResolvers<void>()
  let isOpening = true
  let isReleasing = false

  const association: Association = new Association(socket, {
    idleMs: limits.idleMs,
    datasetMax: limits.identifierBytes,
    isPeersTurn: () => false,
    unit: (type, body) => {
      if (type === unitTypes.associateAccept && isOpening) {
        isOpening = false
        const accepted = acceptedOf(body, proposed)
        association.begin(accepted.contexts, accepted.dataMax)
        opening.resolve(accepted)
      } else if (type === unitTypes.associateReject && isOpening) {
        const [, result, source, reason] = body
        if (result === undefined || source === undefined || reason === undefined)
          throw malformed('a rejection is cut short')
        const rejection = { result, source, reason }
        line.end(new DimseFault('rejected', 'the peer has rejected us', { rejection }))
      } else if (type === unitTypes.releaseReply && isReleasing) {
        line.end(new DimseFault('closed', 'released'))
        // A peer that asks for the end in the middle does not go on with it either.
      } else if (type === unitTypes.releaseRequest)
        line.fail(new DimseFault('aborted', 'the peer wants to end'))
      else throw malformed('a unit that was not due')
    },
    request: () => {
      throw malformed('a request that was not agreed on')
    },
    cancel: () => undefined,
    over: (fault) => {
      opening.reject(fault)
      released.resolve()
    },
  })
  const { line } = association

  const late = setTimeout(
    () => line.fail(new DimseFault('timeout', 'no answer to the association')),
    limits.associateMs,
  )
  let accepted: Pick<OpenAssociation, 'contexts' | 'refused'>
  try {
    line.post(encodeRequest({ calling, called, contexts: proposed, roles: new Map() }))
    accepted = await opening.promise
  } finally {
    clearTimeout(late)
  }

  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  async function* find(sopClass: string, identifier: Uint8Array, signal?: AbortSignal) {
    const { id: contextId } = association.contextFor(sopClass)
    const before = last
    const over = Promise.withResolvers<void>()
    last = over.promise
    await before
    const { messageId, answers } = association.ask()
    const cancel = () => {
      if (!line.isOver)
        void association
          .send(contextId, { field: fields.cancel, respondingTo: messageId })
          .catch(() => undefined)
    }
    let isDone = false
    try {
      signal?.addEventListener('abort', cancel, { once: true })
      const command = { affectedClass: sopClass, field: fields.find, messageId, priority: 0 }
      await association.send(contextId, command, [identifier])
      while (!isDone) {
        const { command: answer, dataset } = await answers.next(limits.responseMs)
        if (answer.field !== (fields.find | fields.answer)) throw malformed('an answer to nothing')
        const found = await dataset?.gather(limits.identifierBytes)
        isDone = !isPending(answer.status ?? 0)
        if (isDone && answer.status !== statuses.cancelled) answerOf(answer)
        if (!isDone && found) yield found
      }
    } catch (error) {
      isDone = true
      giveUp(association, error)
      throw error
    } finally {
      signal?.removeEventListener('abort', cancel)
      // Whoever has seen enough: the peer is told, and what it still had to say passed over.
      if (!isDone) {
        cancel()
        await passOver(answers).catch((error: unknown) => giveUp(association, error))
      }
      association.answered(messageId)
      over.resolve()
    }
  }

  async function passOver(answers: ReturnType<Association['ask']>['answers']): Promise<void> {
    for (;;) {
      const { command, dataset } = await answers.next(limits.responseMs)
      await dataset?.discard()
      if (!isPending(command.status ?? 0)) return
    }
  }

  async function echo(): Promise<Answer> {
    const { id: contextId } = association.contextFor(uids.verification)
    const { messageId, answers } = association.ask()
    try {
      const command = { affectedClass: uids.verification, field: fields.echo, messageId }
      await association.send(contextId, command)
      const { command: answer } = await answers.next(limits.responseMs)
      if (answer.field !== (fields.echo | fields.answer)) throw malformed('an answer to nothing')
      return answerOf(answer)
    } catch (error) {
      giveUp(association, error)
      throw error
    } finally {
      association.answered(messageId)
    }
  }

  return {
    contexts: accepted.contexts,
    refused: accepted.refused,
    echo: () => inTurn(echo),
    store: (object) => inTurn(() => storeOver(association, object, limits.responseMs)),
    find,
    release: () =>
      inTurn(async () => {
        if (line.isOver) return
        isReleasing = true
        const timer = setTimeout(
          () => line.end(new DimseFault('closed', 'released')),
          limits.releaseMs,
        )
        line.post(releaseRequest())
        await released.promise
        clearTimeout(timer)
      }),
    abort: () => line.fail(new DimseFault('aborted', 'given up')),
    isOver: () => line.isOver,
  }
}

function acceptedOf(body: Buffer, proposed: readonly ProposedContext[]) {
  const { contexts: answered, dataMax } = decodeAccept(body)
  const contexts: AcceptedContext[] = []
  const refused: RefusedContext[] = []
  for (const { id, result, transferSyntax } of answered) {
    const context = proposed.find((one) => one.id === id)
    if (context === undefined) continue
    const { abstractSyntax, transferSyntaxes } = context
    if (result !== contextResults.accepted) {
      const isOfSyntax = result === contextResults.transferSyntaxes
      refused.push({ abstractSyntax, because: isOfSyntax ? 'transfer-syntaxes' : 'class' })
      continue
    }
    const [first = uids.implicitLittleEndian] = transferSyntaxes
    const syntax = transferSyntax === '' ? first : transferSyntax
    contexts.push({ id, abstractSyntax, transferSyntax: syntax, mayAsk: true })
  }
  return { contexts, refused, dataMax }
}
