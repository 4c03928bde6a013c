import { Refusal } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import type { DimseCode, DimseFault } from '../../dimse/index.ts'
import { connectionFault } from '../../outbound/connection-fault.ts'
import type { Place } from '../../outbound/connection-fault.ts'

export interface Titles {
  /** Ours. */
  readonly calling: string
  /** Theirs. */
  readonly called: string
}

/** What the two depend on the service that was asked for. */
export type OfService = Readonly<Record<'context-refused' | 'failure-status', ErrorCode>>

/** PS3.8 table 9-21: what a rejection means depends on which part of the peer it comes from. */
const rejections: Readonly<Record<string, ErrorCode>> = {
  '1.1': 'dicom/rejected',
  '1.2': 'dicom/rejected-application-context',
  '1.3': 'dicom/rejected-calling-title',
  '1.7': 'dicom/rejected-called-title',
  '2.1': 'dicom/rejected',
  '2.2': 'dicom/rejected-protocol-version',
  '3.1': 'dicom/rejected-congestion',
  '3.2': 'dicom/rejected-limit',
}

const codes: Readonly<Record<Exclude<DimseCode, 'rejected' | keyof OfService>, ErrorCode>> = {
  aborted: 'dicom/aborted',
  closed: 'connection/closed',
  timeout: 'connection/time-out',
  'not-dicom': 'dicom/not-dicom',
}

const hex = (status: number) => `0x${status.toString(16).toUpperCase().padStart(4, '0')}`

/** What a person can act on, made of what went wrong with a peer. */
export function peerVerdict(
  fault: DimseFault,
  { place, titles, ofService }: { place: Place; titles: Titles; ofService: OfService },
): Refusal {
  const values = { ...place, callingTitle: titles.calling, calledTitle: titles.called }
  const { code, rejection, status = 0, isTlsAlert, cause } = fault
  if (code === 'closed' && cause !== undefined) return connectionFault(cause, place, 'session')
  if (rejection) {
    const named = rejections[`${rejection.source}.${rejection.reason}`]
    return new Refusal(named ?? 'dicom/rejected-otherwise', { values: { ...values, ...rejection } })
  }
  if (code === 'rejected') return new Refusal('dicom/rejected', { values })
  if (isTlsAlert) return new Refusal('dicom/expects-tls', { values })
  const named = { ...codes, ...ofService }[code]
  return new Refusal(named, { values: { ...values, status: hex(status) } })
}
