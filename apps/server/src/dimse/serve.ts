import type { Socket } from 'node:net'
import { Association } from './association.ts'
import type { AcceptedContext } from './association.ts'
import { contextResults, decodeRequest, encodeAccept } from './associate.ts'
import type { AssociateRequest, Roles } from './associate.ts'
import { answerRequest } from './answer.ts'
import { isStorageClass, uids } from './codes.ts'
import { DimseFault, malformed } from './fault.ts'
import type { Rejection } from './fault.ts'
import type { Message } from './message-reader.ts'
import type { Caller, Service } from './service.ts'
import { rejectUnit, releaseReply, unitTypes } from './units.ts'

export interface ServeLimits {
  /** From the connection to the whole request for an association. */
  readonly requestMs: number
  /** Nothing from the peer, where it is its turn. */
  readonly idleMs: number
  /** An association in all. */
  readonly totalMs: number
  /** For an answer of the peer to what we send it, in a C-GET. */
  readonly responseMs: number
  readonly objectBytes: number
  readonly identifierBytes: number
}

interface Serving {
  readonly address: string
  readonly isTls: boolean
  readonly limits: ServeLimits
  /** There are too many already: it is heard out and told so. */
  readonly isFull: boolean
}

/** The request that is being answered. */
interface Running {
  readonly id: number
  readonly end: AbortController
  isCancelled: boolean
}

const limitExceeded: Rejection = { result: 2, source: 3, reason: 2 }
const congestion: Rejection = { result: 2, source: 3, reason: 1 }

/** One association of a caller, from its first byte to the end. */
export function serve<Session>(socket: Socket, service: Service<Session>, serving: Serving) {
  const { limits } = serving
  let caller: Caller | undefined
  let isAdmitted = false
  let isReleased = false
  let running: Running | undefined
  const waiting: (Message | 'release')[] = []
  let wake: (() => void) | undefined
  const enqueue = (next: Message | 'release') => {
    waiting.push(next)
    wake?.()
  }

  const association = new Association(socket, {
    idleMs: limits.idleMs,
    datasetMax: limits.objectBytes,
    isPeersTurn: () => isAdmitted && running === undefined,
    unit: (type, body) => {
      if (type === unitTypes.associateRequest && caller === undefined) {
        const { address, isTls } = serving
        caller = { ...decodeRequest(body), address, isTls }
        void answerCaller(caller)
      } else if (type === unitTypes.releaseRequest && isAdmitted && !waiting.includes('release'))
        enqueue('release')
      else throw malformed('a unit that was not due')
    },
    request: enqueue,
    cancel: (id) => {
      if (running?.id !== id) return
      running.isCancelled = true
      running.end.abort()
    },
    over: (fault) => {
      clearTimeout(requestTimer)
      clearTimeout(totalTimer)
      running?.end.abort(fault)
      wake?.()
      if (!isReleased && (fault.code !== 'closed' || isAdmitted)) service.report?.(fault, caller)
    },
  })
  const { line } = association
  const late = () => line.fail(new DimseFault('timeout', 'the time of an association is over'))
  const requestTimer = setTimeout(late, limits.requestMs)
  const totalTimer = setTimeout(late, limits.totalMs)

  async function answerCaller(caller: Caller): Promise<void> {
    try {
      clearTimeout(requestTimer)
      const admission = await admissionOf(caller)
      if (line.isOver) return
      if (!admission.isAdmitted) {
        const fault = new DimseFault('rejected', 'rejected', { rejection: admission.rejection })
        line.end(fault, rejectUnit(admission.rejection))
        return
      }
      const accepted = accept(caller, admission.session)
      association.begin(accepted, caller.dataMax)
      isAdmitted = true
      await talk(caller, admission.session)
    } catch (error) {
      line.fail(error)
    }
  }

  async function admissionOf(caller: Caller) {
    const rejection = serving.isFull ? limitExceeded : protocolFault(caller)
    if (rejection) return { isAdmitted: false, rejection } as const
    try {
      return await service.admit(caller)
    } catch (error) {
      service.report?.(error, caller)
      return { isAdmitted: false, rejection: congestion } as const
    }
  }

  function accept(caller: Caller, session: Session): AcceptedContext[] {
    const roles = new Map<string, Roles>()
    const accepted: AcceptedContext[] = []
    const answers = caller.contexts.map(({ id, abstractSyntax, transferSyntaxes }) => {
      const answer = service.contexts({ abstractSyntax, transferSyntaxes }, session)
      if ('refused' in answer) {
        const result = refusals[answer.refused]
        return { id, result, transferSyntax: transferSyntaxes[0] ?? uids.implicitLittleEndian }
      }
      const proposed = caller.roles.get(abstractSyntax)
      const mayAsk =
        proposed?.scp === true &&
        service.handlers.get !== undefined &&
        isStorageClass(abstractSyntax)
      if (proposed) roles.set(abstractSyntax, { scu: proposed.scu, scp: mayAsk })
      const { transferSyntax } = answer
      accepted.push({ id, abstractSyntax, transferSyntax, mayAsk })
      return { id, result: contextResults.accepted, transferSyntax }
    })
    const { called, calling } = caller
    line.post(encodeAccept({ called, calling, contexts: answers, roles }))
    return accepted
  }

  /** Requests one after the other, until the peer has enough. */
  async function talk(caller: Caller, session: Session): Promise<void> {
    const contexts = [...association.contexts.values()]
    while (!line.isOver) {
      const message = waiting.shift()
      if (message === undefined) {
        running = undefined
        await new Promise<void>((resolve) => (wake = resolve))
        continue
      }
      if (message === 'release') {
        isReleased = true
        line.end(new DimseFault('closed', 'released'), releaseReply())
        return
      }
      association.taken()
      const context = association.contexts.get(message.contextId)
      if (context === undefined) throw malformed('a request in a context that is not there')
      const end = new AbortController()
      const current: Running = { id: message.command.messageId ?? 0, end, isCancelled: false }
      running = current
      await answerRequest(association, message, service, {
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

  return { abort: () => line.fail(new DimseFault('aborted', 'the server is stopping')) }
}

const refusals = {
  user: contextResults.userRejection,
  'abstract-syntax': contextResults.abstractSyntax,
  'transfer-syntaxes': contextResults.transferSyntaxes,
} as const

function protocolFault(request: AssociateRequest): Rejection | undefined {
  if ((request.protocolVersion & 1) === 0) return { result: 1, source: 2, reason: 2 }
  if (request.applicationContext !== uids.applicationContext)
    return { result: 1, source: 1, reason: 2 }
  return undefined
}
