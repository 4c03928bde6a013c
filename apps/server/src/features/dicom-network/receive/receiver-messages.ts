import { z } from 'zod'
import type { ErrorCode, RefusalValues } from '@talus/contract'
import { DimseFault, createStatusFault } from '../../../dimse/index.ts'
import type {
  Admission,
  DimseResponse,
  Caller,
  QueryRequest,
  SubOperation,
} from '../../../dimse/index.ts'
import type { FileSettings } from '../../../files/index.ts'
import type { ReceivedFile } from '../../archive/index.ts'
import type { CallerSession } from '../callers/admission.ts'

export interface ListenCall {
  /** The file store for received files; the same for every port. */
  readonly files: FileSettings
  readonly port: number
  readonly host: string | undefined
  readonly tls: { readonly key: string | Buffer; readonly cert: string | Buffer } | undefined
}

/** A session without the database handle, which cannot be sent to another thread. */
export type PlainSession = Omit<CallerSession, 'db'>

export interface StoreCall {
  readonly session: PlainSession
  readonly received: ReceivedFile
  readonly sopClass: string
  readonly sopInstance: string
}

export interface RefusedCall {
  readonly code: ErrorCode
  readonly values: RefusalValues | undefined
}

/** A query of a peer that can be sent to another thread. */
export type PlainQuery = Omit<QueryRequest<CallerSession>, 'session' | 'signal' | 'identifier'> & {
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

/** A stream whose first item is the total. */
export type Counted<Item> = { readonly total: number } | Item

/** The calls and streams that the main thread provides. */
export interface HostSide {
  readonly calls: {
    readonly admit: (caller: Caller) => Admission<PlainSession>
    readonly store: (call: StoreCall) => DimseResponse
    readonly refused: (call: RefusedCall) => DimseResponse
    readonly report: (report: FaultReport) => undefined
  }
  readonly streams: {
    readonly find: (query: PlainQuery) => Uint8Array
    readonly get: (query: PlainQuery) => Counted<PlainObject>
    readonly open: (openId: number) => Uint8Array
    readonly move: (query: PlainQuery) => Counted<SubOperation>
  }
}

/** The calls that the receiver thread provides. */
export interface ThreadSide {
  readonly calls: {
    readonly listen: (call: ListenCall) => number
    readonly stop: (graceMs: number) => undefined
  }
  readonly streams: Readonly<Record<never, never>>
}

const PackedFault = z.object({ status: z.number(), comment: z.string().optional() })

/** Preserves the status that a handler has chosen when the error crosses threads. */
export const packError = (error: unknown) =>
  error instanceof DimseFault && error.status !== undefined
    ? { status: error.status, comment: error.comment }
    : undefined

export function unpackError(packed: unknown): Error | undefined {
  const { data } = PackedFault.safeParse(packed)
  return data && createStatusFault(data.status, data.comment)
}
