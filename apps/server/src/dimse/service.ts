import type { AcceptedContext } from './association.ts'
import type { AssociateRequest } from './associate.ts'
import type { Rejection } from './fault.ts'
import type { IncomingDataset } from './incoming-dataset.ts'
import type { Datasets } from './send-message.ts'

/** What is known of a caller before it is let in. */
export interface Caller extends AssociateRequest {
  readonly address: string
  readonly isTls: boolean
}

export type Admission<Session> =
  | { readonly isAdmitted: true; readonly session: Session }
  | { readonly isAdmitted: false; readonly rejection: Rejection }

/** The transfer syntax for a context, or why there is none. */
export type ContextAnswer =
  | { readonly transferSyntax: string }
  | { readonly refused: 'abstract-syntax' | 'transfer-syntaxes' | 'user' }

export interface Request<Session> {
  readonly session: Session
  readonly caller: Caller
  readonly context: AcceptedContext
  readonly contexts: readonly AcceptedContext[]
  readonly messageId: number
  /** Raised by a C-CANCEL, and when the association has ended. */
  readonly signal: AbortSignal
}

export interface EchoRequest<Session> extends Request<Session> {
  readonly kind: 'echo'
}
export interface StoreRequest<Session> extends Request<Session> {
  readonly kind: 'store'
  readonly sopClass: string
  readonly sopInstance: string
  readonly moveOriginator: string | undefined
  readonly moveOriginatorId: number | undefined
  /** In the transfer syntax of the context, without a file's head. */
  readonly dataset: IncomingDataset
}
export interface QueryRequest<Session> extends Request<Session> {
  readonly kind: 'find' | 'get' | 'move'
  /** The class of the request: which model is asked. */
  readonly sopClass: string
  readonly identifier: Buffer
}
export interface MoveRequest<Session> extends QueryRequest<Session> {
  readonly destination: string
}

export interface Answer {
  readonly status: number
  readonly comment?: string
}

/** An object that goes to the peer. */
export interface OutgoingObject {
  readonly sopClass: string
  readonly sopInstance: string
  readonly transferSyntax: string
  /** Called when its turn has come, so that files are opened one by one. */
  readonly open: () => Datasets | Promise<Datasets>
}

export interface SubOperation {
  readonly sopInstance: string
  readonly outcome: 'completed' | 'warning' | 'failed'
}

/** A handler that throws gives a failure; a DimseFault with a status gives that one. */
export interface Handlers<Session> {
  readonly echo?: (request: EchoRequest<Session>) => Answer | Promise<Answer>
  readonly store?: (request: StoreRequest<Session>) => Answer | Promise<Answer>
  /** Identifiers, in the transfer syntax of the context. */
  readonly find?: (request: QueryRequest<Session>) => AsyncIterable<Uint8Array>
  /** What is sent back over the same association. */
  readonly get?: (request: QueryRequest<Session>) => Promise<{
    readonly total: number
    readonly objects: AsyncIterable<OutgoingObject> | Iterable<OutgoingObject>
  }>
  /** The handler sends, and tells of each object when it is done. */
  readonly move?: (request: MoveRequest<Session>) => Promise<{
    readonly total: number
    readonly done: AsyncIterable<SubOperation>
  }>
}

export interface Service<Session> {
  readonly admit: (caller: Caller) => Admission<Session> | Promise<Admission<Session>>
  readonly contexts: (
    proposed: { readonly abstractSyntax: string; readonly transferSyntaxes: readonly string[] },
    session: Session,
  ) => ContextAnswer
  readonly handlers: Handlers<Session>
  /** What a handler threw that was not meant as an answer; and what peers did wrong. */
  readonly report?: (error: unknown, caller: Caller | undefined) => void
}

/** The first of ours, in our order, that the peer has proposed. */
export function preferring(order: readonly string[], proposed: readonly string[]): ContextAnswer {
  const transferSyntax = order.find((uid) => proposed.includes(uid))
  return transferSyntax === undefined ? { refused: 'transfer-syntaxes' } : { transferSyntax }
}
