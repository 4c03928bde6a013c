import { Refusal } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import type { DimseCode, DimseFault } from '../../../dimse/index.ts'
import { toConnectionRefusal } from '../../../outbound/connection-refusal.ts'
import type { Endpoint } from '../../../outbound/connection-refusal.ts'

export interface AeTitles {
  /** AE title of this server. */
  readonly calling: string
  /** AE title of the peer. */
  readonly called: string
}

/** Error codes that depend on the DIMSE service. */
export type ServiceCodes = Readonly<Record<'context-refused' | 'failure-status', ErrorCode>>

/** PS3.8 table 9-21: error codes by source and reason of the rejection. */
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

const codes: Readonly<Record<Exclude<DimseCode, 'rejected' | keyof ServiceCodes>, ErrorCode>> = {
  aborted: 'dicom/aborted',
  closed: 'connection/closed',
  timeout: 'connection/time-out',
  'not-dicom': 'dicom/not-dicom',
}

const toHex = (status: number) => `0x${status.toString(16).toUpperCase().padStart(4, '0')}`

/** Turns a fault of a peer into a refusal that tells the user what to do. */
export function toPeerRefusal(
  fault: DimseFault,
  {
    endpoint,
    titles,
    serviceCodes,
  }: { endpoint: Endpoint; titles: AeTitles; serviceCodes: ServiceCodes },
): Refusal {
  const values = { ...endpoint, callingTitle: titles.calling, calledTitle: titles.called }
  const { code, rejection, status = 0, isTlsAlert, cause } = fault
  if (code === 'closed' && cause !== undefined)
    return toConnectionRefusal(cause, endpoint, 'session')
  if (rejection) {
    const named = rejections[`${rejection.source}.${rejection.reason}`]
    return new Refusal(named ?? 'dicom/rejected-otherwise', { values: { ...values, ...rejection } })
  }
  if (code === 'rejected') return new Refusal('dicom/rejected', { values })
  if (isTlsAlert) return new Refusal('dicom/expects-tls', { values })
  const named = { ...codes, ...serviceCodes }[code]
  return new Refusal(named, { values: { ...values, status: toHex(status) } })
}
