import { Refusal } from '@talus/contract'
import type { ErrorCode, RefusalValues } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import { DimseFault, statuses } from '../../../dimse/index.ts'
import { StorageUnavailable } from '../../../files/index.ts'
import type { Endpoint } from '../../../outbound/connection-refusal.ts'
import { isServerFault, WorkerFault } from '../../../workers/index.ts'
import { toPeerRefusal } from '../servers/peer-refusal.ts'
import type { AeTitles } from '../servers/peer-refusal.ts'

export interface Reason {
  readonly errorCode: ErrorCode
  readonly errorValues: RefusalValues
}

/**
 * The result of an attempt. `later`: a retry may succeed. `never`: a retry would fail in the same
 * way. `ofPeer`: the fault is the peer's, so other images are not tried now either.
 */
export type AttemptResult =
  | { readonly is: 'sent' }
  | (Reason & { readonly is: 'later' | 'never'; readonly ofPeer: boolean })

interface Peer {
  readonly endpoint: Endpoint
  readonly titles: AeTitles
}

const serviceCodes = {
  'context-refused': 'dicom/class-refused',
  'failure-status': 'dicom/store-failed',
} as const

/** Only the operator of this server can change the cause, so a retry is useless. */
const permanentCodes: ReadonlySet<ErrorCode> = new Set(['connection/forbidden-host'])
const rejectedForGood = 1

/** PS3.4 table B.2-1: A7xx, the peer is out of resources, perhaps temporarily. */
const isFull = (status: number) => status >> 8 === 0xa7

const toReason = ({ code, options: { values = {} } }: Refusal): Reason => ({
  errorCode: code,
  errorValues: values,
})

const failed: Reason = { errorCode: 'dicom/failed', errorValues: {} }

/** Classifies an error before anything was sent; it concerns all images of this peer. */
export function classifyOpenError(error: unknown, peer: Peer): AttemptResult | undefined {
  if (error instanceof DimseFault) {
    const isForGood = error.rejection?.result === rejectedForGood
    const reason = toReason(toPeerRefusal(error, { ...peer, serviceCodes }))
    return { is: isForGood ? 'never' : 'later', ofPeer: true, ...reason }
  }
  if (!(error instanceof Refusal)) return undefined
  return {
    is: permanentCodes.has(error.code) ? 'never' : 'later',
    ofPeer: true,
    ...toReason(error),
  }
}

/** Classifies a failure status: PS3.4 B.2.3 and PS3.7 annex C. Warnings count as sent. */
function classifyStatus(fault: DimseFault, peer: Peer): AttemptResult {
  const { status = 0 } = fault
  // An earlier attempt arrived, but its response was lost.
  if (status === statuses.duplicateInstance) return { is: 'sent' }
  const { errorCode, errorValues } = toReason(toPeerRefusal(fault, { ...peer, serviceCodes }))
  if (isFull(status))
    return { is: 'later', ofPeer: true, errorCode: 'dicom/peer-full', errorValues }
  if (status === statuses.classNotSupported)
    return { is: 'never', ofPeer: false, errorCode: 'dicom/class-refused', errorValues }
  // For example, the database of the peer is down.
  const is = status === statuses.processingFailure ? 'later' : 'never'
  return { is, ofPeer: false, errorCode, errorValues }
}

/** Classifies an error while one image was sent. Undefined if it is unexpected. */
export function classifyStoreError(
  error: unknown,
  peer: Peer,
  hasStored: boolean,
): AttemptResult | undefined {
  if (error instanceof DimseFault && error.code === 'failure-status')
    return classifyStatus(error, peer)
  if (error instanceof DimseFault) {
    const reason = toReason(toPeerRefusal(error, { ...peer, serviceCodes }))
    // A peer that has stored some images may accept the remaining ones.
    return { is: 'later', ofPeer: !hasStored, ...reason }
  }
  if (error instanceof StorageUnavailable) return { is: 'later', ofPeer: false, ...toReason(error) }
  if (error instanceof Refusal) return { is: 'never', ofPeer: false, ...toReason(error) }
  if (error instanceof WorkerFault && isServerFault(error)) return undefined
  // The image could not be transcoded to a transfer syntax that the peer accepts.
  if (error instanceof DicomFault || error instanceof WorkerFault) {
    const errorValues = { ...peer.endpoint, calledTitle: peer.titles.called }
    return { is: 'never', ofPeer: false, errorCode: 'dicom/syntax-refused', errorValues }
  }
  return undefined
}

/** Unexpected errors may be temporary, such as a lack of memory or a database outage. */
export const unexpectedResult: AttemptResult = { is: 'later', ofPeer: false, ...failed }
