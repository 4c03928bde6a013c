import type { Socket } from 'node:net'
import { Association } from './association.ts'
import type { AcceptedContext } from './association.ts'
import { contextResults, decodeAssociateAccept, encodeAssociateRequest } from './associate-pdu.ts'
import type { ProposedContext } from './associate-pdu.ts'
import { sendEcho } from './c-echo.ts'
import { createTurns, sendFind } from './c-find.ts'
import { uids } from './codes.ts'
import { DimseFault, createMalformedFault } from './fault.ts'
import type { DimseResponse, OutgoingObject } from './service.ts'
import { sendObject } from './c-store.ts'
import { encodeReleaseRequest, pduTypes } from './pdu.ts'

export interface OpenOptions {
  /** AE titles of this server and of the peer. */
  readonly calling: string
  readonly called: string
  /** At most 128: one for each SOP class, or one for each SOP class and transfer syntax. */
  readonly contexts: readonly Omit<ProposedContext, 'id'>[]
  readonly limits?: Partial<typeof defaultLimits>
}

const defaultLimits = {
  associateMs: 30_000,
  responseMs: 60_000,
  /** Longest time without progress while sending or while a response is received. */
  idleMs: 60_000,
  /** The work is done by then, so a peer that never answers the release is not waited for. */
  releaseMs: 2000,
  identifierBytes: 1024 * 1024,
}

export interface RefusedContext {
  readonly abstractSyntax: string
  readonly reason: 'transfer-syntaxes' | 'class'
}

export interface OpenAssociation {
  readonly contexts: readonly AcceptedContext[]
  /** Contexts that the peer refused, by SOP class or by transfer syntax. */
  readonly refused: readonly RefusedContext[]
  readonly echo: () => Promise<DimseResponse>
  /** Calls are queued: one object is sent at a time. */
  readonly store: (
    object: OutgoingObject & {
      readonly moveOriginator?: { readonly title: string; readonly messageId: number }
    },
  ) => Promise<DimseResponse>
  /** Leaving the loop early, or aborting the signal, sends a C-CANCEL. */
  readonly find: (
    sopClass: string,
    identifier: Uint8Array,
    signal?: AbortSignal,
  ) => AsyncIterable<Buffer>
  readonly release: () => Promise<void>
  readonly abort: () => void
  /** After any fault other than a failure status, nothing can be sent any more. */
  readonly isOver: () => boolean
}

/** Requests an association over an open connection, which is closed when the association ends. */
export async function openAssociation(
  socket: Socket,
  { calling, called, contexts, limits: givenLimits }: OpenOptions,
): Promise<OpenAssociation> {
  const limits = { ...defaultLimits, ...givenLimits }
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
    onPdu: (type, body) => {
      if (type === pduTypes.associateAccept && isOpening) {
        isOpening = false
        const accepted = readAcceptance(body, proposed)
        association.establish(accepted.contexts, accepted.maxPduLength)
        opening.resolve(accepted)
      } else if (type === pduTypes.associateReject && isOpening) {
        const [, result, source, reason] = body
        if (result === undefined || source === undefined || reason === undefined)
          throw createMalformedFault('a rejection is cut short')
        const rejection = { result, source, reason }
        connection.end(new DimseFault('rejected', 'the peer has rejected us', { rejection }))
      } else if (type === pduTypes.releaseResponse && isReleasing) {
        connection.end(new DimseFault('closed', 'released'))
        // An acceptor that requests a release in the middle will not continue the association.
      } else if (type === pduTypes.releaseRequest)
        connection.fail(new DimseFault('aborted', 'the peer wants to end'))
      else throw createMalformedFault('a unit that was not due')
    },
    onRequest: () => {
      throw createMalformedFault('a request that was not agreed on')
    },
    onCancel: () => undefined,
    onEnd: (fault) => {
      opening.reject(fault)
      released.resolve()
    },
  })
  const { connection } = association

  const late = setTimeout(
    () => connection.fail(new DimseFault('timeout', 'no answer to the association')),
    limits.associateMs,
  )
  let accepted: Pick<OpenAssociation, 'contexts' | 'refused'>
  try {
    connection.post(
      encodeAssociateRequest({ calling, called, contexts: proposed, roles: new Map() }),
    )
    accepted = await opening.promise
  } finally {
    clearTimeout(late)
  }

  const turns = createTurns()

  return {
    contexts: accepted.contexts,
    refused: accepted.refused,
    echo: () => turns.run(() => sendEcho(association, limits.responseMs)),
    store: (object) => turns.run(() => sendObject(association, object, limits.responseMs)),
    find: (sopClass, identifier, signal) =>
      sendFind(association, turns, { sopClass, identifier, signal, limits }),
    release: () =>
      turns.run(async () => {
        if (connection.isOver) return
        isReleasing = true
        const timer = setTimeout(
          () => connection.end(new DimseFault('closed', 'released')),
          limits.releaseMs,
        )
        connection.post(encodeReleaseRequest())
        await released.promise
        clearTimeout(timer)
      }),
    abort: () => connection.fail(new DimseFault('aborted', 'given up')),
    isOver: () => connection.isOver,
  }
}

function readAcceptance(body: Buffer, proposed: readonly ProposedContext[]) {
  const decoded = decodeAssociateAccept(body)
  const contexts: AcceptedContext[] = []
  const refused: RefusedContext[] = []
  for (const { id, result, transferSyntax } of decoded.contexts) {
    const context = proposed.find((one) => one.id === id)
    if (context === undefined) continue
    const { abstractSyntax, transferSyntaxes } = context
    if (result !== contextResults.accepted) {
      const isOfSyntax = result === contextResults.transferSyntaxes
      refused.push({ abstractSyntax, reason: isOfSyntax ? 'transfer-syntaxes' : 'class' })
      continue
    }
    const [first = uids.implicitLittleEndian] = transferSyntaxes
    const syntax = transferSyntax === '' ? first : transferSyntax
    contexts.push({ id, abstractSyntax, transferSyntax: syntax, mayActAsScu: true })
  }
  return { contexts, refused, maxPduLength: decoded.maxPduLength }
}
