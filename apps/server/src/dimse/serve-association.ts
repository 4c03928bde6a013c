import type { Socket } from 'node:net'
import { Association } from './association.ts'
import type { AcceptedContext } from './association.ts'
import { contextResults, decodeAssociateRequest, encodeAssociateAccept } from './associate-pdu.ts'
import type { AssociateRequest, Roles } from './associate-pdu.ts'
import { congestion } from './connection-limits.ts'
import type { CountedConnection } from './connection-limits.ts'
import { handleRequest } from './handle-request.ts'
import { isStorageClass, uids } from './codes.ts'
import { DimseFault, createMalformedFault } from './fault.ts'
import type { Rejection } from './fault.ts'
import type { DimseMessage } from './message-reader.ts'
import type { Caller, Service } from './service.ts'
import { encodeReject, encodeReleaseResponse, pduTypes } from './pdu.ts'
import type { ServeLimits } from './serve-limits.ts'

interface ServeOptions {
  readonly address: string
  readonly isTls: boolean
  /** Reads the client certificate, which is known once the first unit has arrived. */
  readonly readCertificate: () => string | undefined
  readonly limits: ServeLimits
  /** Learns of the complete request and of the end of the association. */
  readonly counted: CountedConnection
}

/** The request that is being processed. */
interface CurrentRequest {
  readonly id: number
  readonly end: AbortController
  isCancelled: boolean
}

/** Serves one association of a caller, from its first byte to the end. */
export function serveAssociation<Session>(
  socket: Socket,
  service: Service<Session>,
  options: ServeOptions,
) {
  const { limits } = options
  let caller: Caller | undefined
  let isAdmitted = false
  let isReleased = false
  let running: CurrentRequest | undefined
  const queue: (DimseMessage | 'release')[] = []
  let wake: (() => void) | undefined
  const enqueue = (next: DimseMessage | 'release') => {
    queue.push(next)
    wake?.()
  }

  const association = new Association(socket, {
    idleMs: limits.idleMs,
    datasetMax: limits.objectBytes,
    isPeersTurn: () => isAdmitted && running === undefined,
    onPdu: (type, body) => {
      if (type === pduTypes.associateRequest && caller === undefined) {
        const { address, isTls, readCertificate } = options
        const certificate = readCertificate()
        caller = { ...decodeAssociateRequest(body), address, isTls, certificate }
        void answerAssociateRequest(caller)
      } else if (type === pduTypes.releaseRequest && isAdmitted && !queue.includes('release'))
        enqueue('release')
      else throw createMalformedFault('a unit that was not due')
    },
    onRequest: enqueue,
    onCancel: (id) => {
      if (running?.id !== id) return
      running.isCancelled = true
      running.end.abort()
    },
    onEnd: (fault) => {
      clearTimeout(requestTimer)
      clearTimeout(totalTimer)
      options.counted.end()
      running?.end.abort(fault)
      wake?.()
      if (!isReleased && (fault.code !== 'closed' || isAdmitted)) service.report?.(fault, caller)
    },
  })
  const { connection } = association
  const expire = () =>
    connection.fail(new DimseFault('timeout', 'the time of an association is over'))
  const requestTimer = setTimeout(expire, limits.requestMs)
  const totalTimer = setTimeout(expire, limits.totalMs)

  async function answerAssociateRequest(caller: Caller): Promise<void> {
    try {
      clearTimeout(requestTimer)
      const admission = await decideAdmission(service, caller, options.counted)
      service.observer?.onAssociation(admission.isAdmitted ? undefined : admission.reason)
      if (connection.isOver) return
      if (!admission.isAdmitted) {
        const fault = new DimseFault('rejected', 'rejected', { rejection: admission.rejection })
        connection.end(fault, encodeReject(admission.rejection))
        return
      }
      const { called, calling } = caller
      const { accepted, results, roles } = decideContexts(service, caller, admission.session)
      connection.post(encodeAssociateAccept({ called, calling, contexts: results, roles }))
      association.establish(accepted, caller.maxPduLength)
      isAdmitted = true
      await handleRequests(caller, admission.session)
    } catch (error) {
      connection.fail(error)
    }
  }

  /** Processes requests one after the other until the peer releases the association. */
  async function handleRequests(caller: Caller, session: Session): Promise<void> {
    const contexts = [...association.contexts.values()]
    while (!connection.isOver) {
      const message = queue.shift()
      if (message === undefined) {
        running = undefined
        await new Promise<void>((resolve) => (wake = resolve))
        continue
      }
      if (message === 'release') {
        isReleased = true
        connection.end(new DimseFault('closed', 'released'), encodeReleaseResponse())
        return
      }
      association.releaseMessage()
      const context = association.contexts.get(message.contextId)
      if (context === undefined)
        throw createMalformedFault('a request in a context that is not there')
      const end = new AbortController()
      const current: CurrentRequest = {
        id: message.command.messageId ?? 0,
        end,
        isCancelled: false,
      }
      running = current
      await handleRequest(association, message, service, {
        session,
        caller,
        context,
        contexts,
        messageId: current.id,
        signal: end.signal,
        limits,
        isCancelled: () => current.isCancelled,
      })
    }
  }

  return { abort: () => connection.fail(new DimseFault('aborted', 'the server is stopping')) }
}

async function decideAdmission<Session>(
  service: Service<Session>,
  caller: Caller,
  counted: CountedConnection,
) {
  const obstacle = counted.begin()
  if (obstacle) {
    const reason = obstacle === congestion ? 'congestion' : 'limit'
    return { isAdmitted: false, rejection: obstacle, reason } as const
  }
  const rejection = checkProtocol(caller)
  if (rejection) return { isAdmitted: false, rejection, reason: 'protocol' } as const
  try {
    const admission = await service.admit(caller)
    if (!admission.isAdmitted) return { ...admission, reason: 'not-allowed' } as const
    const owner = service.getOwner?.(admission.session)
    const crowded = owner === undefined ? undefined : counted.assign(owner)
    return crowded
      ? ({ isAdmitted: false, rejection: crowded, reason: 'limit' } as const)
      : admission
  } catch (error) {
    service.report?.(error, caller)
    return { isAdmitted: false, rejection: congestion, reason: 'fault' } as const
  }
}

/** Decides on each proposed presentation context and on the roles of its SOP class. */
function decideContexts<Session>(service: Service<Session>, caller: Caller, session: Session) {
  const roles = new Map<string, Roles>()
  const accepted: AcceptedContext[] = []
  const results = caller.contexts.map(({ id, abstractSyntax, transferSyntaxes }) => {
    const decision = service.contexts({ abstractSyntax, transferSyntaxes }, session)
    if ('refused' in decision) {
      const result = refusals[decision.refused]
      return { id, result, transferSyntax: transferSyntaxes[0] ?? uids.implicitLittleEndian }
    }
    const proposed = caller.roles.get(abstractSyntax)
    const mayActAsScu =
      proposed?.scp === true && service.handlers.get !== undefined && isStorageClass(abstractSyntax)
    if (proposed) roles.set(abstractSyntax, { scu: proposed.scu, scp: mayActAsScu })
    const { transferSyntax } = decision
    accepted.push({ id, abstractSyntax, transferSyntax, mayActAsScu })
    return { id, result: contextResults.accepted, transferSyntax }
  })
  return { accepted, results, roles }
}

const refusals = {
  user: contextResults.userRejection,
  'abstract-syntax': contextResults.abstractSyntax,
  'transfer-syntaxes': contextResults.transferSyntaxes,
} as const

function checkProtocol(request: AssociateRequest): Rejection | undefined {
  if ((request.protocolVersion & 1) === 0) return { result: 1, source: 2, reason: 2 }
  if (request.applicationContext !== uids.applicationContext)
    return { result: 1, source: 1, reason: 2 }
  return undefined
}
