import { isDatabaseOutage } from '../../../db/outage.ts'
import { DimseFault, createStatusFault, statuses } from '../../../dimse/index.ts'
import type {
  Admission,
  DimseResponse,
  Caller,
  QueryRequest,
  SubOperation,
} from '../../../dimse/index.ts'
import type { FileSettings } from '../../../files/index.ts'
import { defineErrorCodec } from '../../../workers/index.ts'
import type { Call, Stream } from '../../../workers/index.ts'
import type { ReceivedFile } from '../../archive/index.ts'
import type { Family } from '../../../telemetry/registry.ts'
import type { CallerIdentity, CallerSession } from '../callers/admission.ts'

export interface ListenCall {
  /** The file store for received files; the same for every port. */
  readonly files: FileSettings
  readonly port: number
  readonly host: string | undefined
  /** Networks of the balancers that announce callers by the PROXY protocol. */
  readonly proxies: readonly string[]
  readonly tls: { readonly key: string | Buffer; readonly cert: string | Buffer } | undefined
}

/** A session without the database handle, which cannot be sent to another thread. */
export type PlainSession = Omit<CallerSession, 'db'>

export interface StoreCall {
  readonly session: PlainSession
  readonly caller: CallerIdentity
  readonly received: ReceivedFile
  readonly sopClass: string
  readonly sopInstance: string
}

/** A query of a peer that can be sent to another thread. */
export type PlainQuery = Omit<QueryRequest<CallerSession>, 'session' | 'signal' | 'identifier'> & {
  readonly session: PlainSession
  readonly identifier: Uint8Array
}

export interface PlainMove extends PlainQuery {
  readonly destination: string
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
export interface HostProtocol {
  readonly calls: {
    readonly admit: Call<Caller, Admission<PlainSession>>
    readonly store: Call<StoreCall, DimseResponse>
    readonly report: Call<FaultReport, void>
    /** The networks and addresses of listed devices. */
    readonly listKnownNetworks: Call<void, string[]>
  }
  readonly streams: {
    readonly find: Stream<PlainQuery, Uint8Array>
    readonly get: Stream<PlainQuery, Counted<PlainObject>>
    readonly open: Stream<number, Uint8Array>
    readonly move: Stream<PlainMove, Counted<SubOperation>>
  }
}

/** The calls that the receiver thread provides. */
export interface ThreadProtocol {
  readonly calls: {
    readonly listen: Call<ListenCall, number>
    readonly stop: Call<number, void>
    readonly readMetrics: Call<void, Family[]>
  }
}

/**
 * Preserves the status that a handler has chosen when the error crosses threads. A peer may send
 * again what fails for lack of the database.
 */
export const statusFaults = defineErrorCodec({
  pack: (error) => {
    if (error instanceof DimseFault && error.status !== undefined)
      return { status: error.status, comment: error.comment }
    return isDatabaseOutage(error)
      ? { status: statuses.outOfResources, comment: 'the database is not available, try again' }
      : undefined
  },
  unpack: ({ status, comment }) => createStatusFault(status, comment),
})
