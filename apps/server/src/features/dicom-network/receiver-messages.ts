import { z } from 'zod'
import type { ErrorCode, RefusalValues } from '@talus/contract'
import { DimseFault, failureStatus } from '../../dimse/index.ts'
import type { Admission, Answer, Caller, QueryRequest, SubOperation } from '../../dimse/index.ts'
import type { FileSettings } from '../../files/index.ts'
import type { Received } from '../archive/index.ts'
import type { Session } from './admission.ts'

export interface ListenCall {
  /** Where what is received is kept; the same for every port. */
  readonly files: FileSettings
  readonly port: number
  readonly host: string | undefined
  readonly tls: { readonly key: string | Buffer; readonly cert: string | Buffer } | undefined
}

/** A session without what cannot leave its thread. */
export type PlainSession = Omit<Session, 'db'>

export interface FileCall {
  readonly session: PlainSession
  readonly received: Received
  readonly sopClass: string
  readonly sopInstance: string
}

export interface RefusedCall {
  readonly code: ErrorCode
  readonly values: RefusalValues | undefined
}

/** A question of a peer, with the session in plain form. */
export type PlainQuery = Omit<QueryRequest<Session>, 'session' | 'signal' | 'identifier'> & {
  readonly session: PlainSession
  readonly identifier: Uint8Array
  readonly destination?: string
}

export interface PlainObject {
  readonly sopClass: string
  readonly sopInstance: string
  readonly transferSyntax: string
  readonly openId: number
}

export interface FaultReport {
  readonly fault: string | undefined
  readonly message: string
  readonly stack: string | undefined
  readonly caller: Pick<Caller, 'calling' | 'called' | 'address'> | undefined
}

/** How many there are comes first, then one after the other. */
export type Counted<Thing> = { readonly total: number } | Thing

/** What the main thread answers. */
export interface HostSide {
  readonly calls: {
    readonly admit: (caller: Caller) => Admission<PlainSession>
    readonly file: (call: FileCall) => Answer
    readonly refused: (call: RefusedCall) => Answer
    readonly report: (report: FaultReport) => undefined
  }
  readonly streams: {
    readonly find: (query: PlainQuery) => Uint8Array
    readonly get: (query: PlainQuery) => Counted<PlainObject>
    readonly open: (openId: number) => Uint8Array
    readonly move: (query: PlainQuery) => Counted<SubOperation>
  }
}

/** What the thread that receives answers. */
export interface ThreadSide {
  readonly calls: {
    readonly listen: (call: ListenCall) => number
    readonly stop: (graceMs: number) => undefined
  }
  readonly streams: Readonly<Record<never, never>>
}

const PackedFault = z.object({ status: z.number(), comment: z.string().optional() })

/** A failure that a handler has chosen keeps its status on the way from one thread to the other. */
export const pack = (error: unknown) =>
  error instanceof DimseFault && error.status !== undefined
    ? { status: error.status, comment: error.comment }
    : undefined

export function unpack(packed: unknown): Error | undefined {
  const { data } = PackedFault.safeParse(packed)
  return data && failureStatus(data.status, data.comment)
}
