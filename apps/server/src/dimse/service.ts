import type { AcceptedContext } from './association.ts'
import type { AssociateRequest } from './associate-pdu.ts'
import type { Rejection } from './fault.ts'
import type { IncomingDataset } from './incoming-dataset.ts'
import type { DatasetChunks } from './send-message.ts'

/** A caller as it is known before admission. */
export interface Caller extends AssociateRequest {
  readonly address: string
  readonly isTls: boolean
  /** SHA-256 of the client certificate in lower-case hex digits; undefined without one. */
  readonly certificate: string | undefined
}

export type Admission<Session> =
  | { readonly isAdmitted: true; readonly session: Session }
  | { readonly isAdmitted: false; readonly rejection: Rejection }

/** The transfer syntax chosen for a presentation context, or the reason of its refusal. */
export type ContextDecision =
  | { readonly transferSyntax: string }
  | { readonly refused: 'abstract-syntax' | 'transfer-syntaxes' | 'user' }

export interface DimseRequest<Session> {
  readonly session: Session
  readonly caller: Caller
  readonly context: AcceptedContext
  readonly contexts: readonly AcceptedContext[]
  readonly messageId: number
  /** Aborted by a C-CANCEL and when the association ends. */
  readonly signal: AbortSignal
}

export interface EchoRequest<Session> extends DimseRequest<Session> {
  readonly kind: 'echo'
}
export interface StoreRequest<Session> extends DimseRequest<Session> {
  readonly kind: 'store'
  readonly sopClass: string
  readonly sopInstance: string
  readonly moveOriginator: string | undefined
  readonly moveOriginatorId: number | undefined
  /** In the transfer syntax of the context, without file meta information. */
  readonly dataset: IncomingDataset
}
export interface QueryRequest<Session> extends DimseRequest<Session> {
  readonly kind: 'find' | 'get' | 'move'
  /** SOP class of the request: the information model. */
  readonly sopClass: string
  readonly identifier: Buffer
}
export interface MoveRequest<Session> extends QueryRequest<Session> {
  readonly destination: string
}

export interface DimseResponse {
  readonly status: number
  readonly comment?: string
}

/** An object to be sent to the peer. */
export interface OutgoingObject {
  readonly sopClass: string
  readonly sopInstance: string
  readonly transferSyntax: string
  /** Called when the object is about to be sent, so that files are opened one by one. */
  readonly open: () => DatasetChunks | Promise<DatasetChunks>
}

export interface SubOperation {
  readonly sopInstance: string
  readonly outcome: 'completed' | 'warning' | 'failed'
}

/** A handler that throws yields a failure status; a `DimseFault` with a status yields that one. */
export interface Handlers<Session> {
  readonly echo?: (request: EchoRequest<Session>) => DimseResponse | Promise<DimseResponse>
  readonly store?: (request: StoreRequest<Session>) => DimseResponse | Promise<DimseResponse>
  /** Yields identifiers in the transfer syntax of the context. */
  readonly find?: (request: QueryRequest<Session>) => AsyncIterable<Uint8Array>
  /** Yields the objects that are sent back over the same association. */
  readonly get?: (request: QueryRequest<Session>) => Promise<{
    readonly total: number
    readonly objects: AsyncIterable<OutgoingObject> | Iterable<OutgoingObject>
  }>
  /** The handler sends the objects itself and yields the outcome of each. */
  readonly move?: (request: MoveRequest<Session>) => Promise<{
    readonly total: number
    readonly done: AsyncIterable<SubOperation>
  }>
}

/** Why an association was refused: by a limit, the protocol, the clinic's list, or a fault of ours. */
export type RefusalReason = 'limit' | 'congestion' | 'protocol' | 'not-allowed' | 'fault'

/** Learns what happens, to count it. */
export interface ServiceObserver {
  readonly onAssociation: (refused: RefusalReason | undefined) => void
  readonly onRequest: (operation: string, status: number, seconds: number) => void
}

export interface Service<Session> {
  readonly admit: (caller: Caller) => Admission<Session> | Promise<Admission<Session>>
  /** The clinic that an association belongs to, whose number of associations is limited. */
  readonly getOwner?: (session: Session) => string
  readonly contexts: (
    proposed: { readonly abstractSyntax: string; readonly transferSyntaxes: readonly string[] },
    session: Session,
  ) => ContextDecision
  readonly handlers: Handlers<Session>
  readonly observer?: ServiceObserver | undefined
  /** Called with unexpected errors of handlers and with protocol faults of peers. */
  readonly report?: (error: unknown, caller: Caller | undefined) => void
}

/** The first of our transfer syntaxes, in order of preference, that the peer has proposed. */
export function chooseTransferSyntax(
  order: readonly string[],
  proposed: readonly string[],
): ContextDecision {
  const transferSyntax = order.find((uid) => proposed.includes(uid))
  return transferSyntax === undefined ? { refused: 'transfer-syntaxes' } : { transferSyntax }
}
