import { Refusal } from '@talus/contract'
import type { ErrorCode, RefusalValues } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import { DimseFault, statuses } from '../../dimse/index.ts'
import { StorageUnavailable } from '../../files/index.ts'
import type { Place } from '../../outbound/connection-fault.ts'
import { isOfServer, WorkerFault } from '../../workers/index.ts'
import { peerVerdict } from './peer-verdict.ts'
import type { Titles } from './peer-verdict.ts'

export interface Reason {
  readonly errorCode: ErrorCode
  readonly errorValues: RefusalValues
}

/**
 * What became of a try. `later`: trying again may help. `never`: it would end in the same way.
 * `ofPeer`: other images would fare no better, so that they are not tried now either.
 */
export type Verdict =
  | { readonly is: 'sent' }
  | (Reason & { readonly is: 'later' | 'never'; readonly ofPeer: boolean })

interface Peer {
  readonly place: Place
  readonly titles: Titles
}

const ofService = {
  'context-refused': 'dicom/class-refused',
  'failure-status': 'dicom/store-failed',
} as const

/** Nobody but the one who runs this server can change it. */
const settled: ReadonlySet<ErrorCode> = new Set(['connection/forbidden-host'])
const rejectedForGood = 1

/** PS3.4 table B.2-1: A7xx, the peer has no room; it may have some later. */
const isFull = (status: number) => status >> 8 === 0xa7

const reasonOf = ({ code, options: { values = {} } }: Refusal): Reason => ({
  errorCode: code,
  errorValues: values,
})

const failed: Reason = { errorCode: 'dicom/failed', errorValues: {} }

/** Before anything could be sent: all images of this peer share it. */
export function verdictOnOpening(error: unknown, peer: Peer): Verdict | undefined {
  if (error instanceof DimseFault) {
    const isForGood = error.rejection?.result === rejectedForGood
    const reason = reasonOf(peerVerdict(error, { ...peer, ofService }))
    return { is: isForGood ? 'never' : 'later', ofPeer: true, ...reason }
  }
  if (!(error instanceof Refusal)) return undefined
  return { is: settled.has(error.code) ? 'never' : 'later', ofPeer: true, ...reasonOf(error) }
}

/** The peer's answer: PS3.4 B.2.3 and PS3.7 annex C. Warnings do not come here, they are sent. */
function verdictOnStatus(fault: DimseFault, peer: Peer): Verdict {
  const { status = 0 } = fault
  // Another try has arrived, whose answer was lost.
  if (status === statuses.duplicateInstance) return { is: 'sent' }
  const { errorCode, errorValues } = reasonOf(peerVerdict(fault, { ...peer, ofService }))
  if (isFull(status))
    return { is: 'later', ofPeer: true, errorCode: 'dicom/peer-full', errorValues }
  if (status === statuses.classNotSupported)
    return { is: 'never', ofPeer: false, errorCode: 'dicom/class-refused', errorValues }
  // What a peer answers whose database is down, for example.
  const is = status === statuses.processingFailure ? 'later' : 'never'
  return { is, ofPeer: false, errorCode, errorValues }
}

/** While one image was on its way. Undefined: it was not foreseen. */
export function verdictOnStoring(
  error: unknown,
  peer: Peer,
  hasStored: boolean,
): Verdict | undefined {
  if (error instanceof DimseFault && error.code === 'failure-status')
    return verdictOnStatus(error, peer)
  if (error instanceof DimseFault) {
    const reason = reasonOf(peerVerdict(error, { ...peer, ofService }))
    // One that takes some images and breaks off at another may be fine with the rest.
    return { is: 'later', ofPeer: !hasStored, ...reason }
  }
  if (error instanceof StorageUnavailable) return { is: 'later', ofPeer: false, ...reasonOf(error) }
  if (error instanceof Refusal) return { is: 'never', ofPeer: false, ...reasonOf(error) }
  if (error instanceof WorkerFault && isOfServer(error)) return undefined
  // It could not be turned into the form that the peer takes.
  if (error instanceof DicomFault || error instanceof WorkerFault) {
    const errorValues = { ...peer.place, calledTitle: peer.titles.called }
    return { is: 'never', ofPeer: false, errorCode: 'dicom/syntax-refused', errorValues }
  }
  return undefined
}

/** What was not foreseen may be a fault of the moment: of memory, of the database. */
export const unforeseen: Verdict = { is: 'later', ofPeer: false, ...failed }
