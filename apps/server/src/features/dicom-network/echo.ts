import type { Socket } from 'node:net'
import { Refusal } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import { DimseFault, openAssociation, uids } from '../../dimse/index.ts'
import type { DimseCode, OpenAssociation } from '../../dimse/index.ts'
import { connectionFault } from '../../outbound/connection-fault.ts'
import type { Place } from '../../outbound/connection-fault.ts'

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

const codes: Readonly<Record<Exclude<DimseCode, 'rejected'>, ErrorCode>> = {
  aborted: 'dicom/aborted',
  closed: 'connection/closed',
  timeout: 'connection/time-out',
  'not-dicom': 'dicom/not-dicom',
  'context-refused': 'dicom/no-verification',
  'failure-status': 'dicom/echo-failed',
}

interface Titles {
  /** Ours. */
  readonly calling: string
  /** Theirs. */
  readonly called: string
}

/** The verdict is known by then; a peer that does not say good-bye is not waited for. */
const releaseMs = 300

/** A C-ECHO over an open connection, which its owner closes. */
export async function echo(socket: Socket, titles: Titles, place: Place): Promise<void> {
  const contexts = [
    { abstractSyntax: uids.verification, transferSyntaxes: [uids.implicitLittleEndian] },
  ]
  let association: OpenAssociation | undefined
  try {
    association = await openAssociation(socket, { ...titles, contexts, limits: { releaseMs } })
    await association.echo()
    await association.release()
  } catch (error) {
    const values = { ...place, callingTitle: titles.calling, calledTitle: titles.called }
    if (error instanceof DimseFault && error.code === 'failure-status') await association?.release()
    else association?.abort()
    throw error instanceof DimseFault ? verdict(error, values, place) : error
  }
}

function verdict(
  fault: DimseFault,
  values: Readonly<Record<string, string | number>>,
  place: Place,
): Refusal {
  const { code, rejection, status = 0, isTlsAlert, cause } = fault
  if (code === 'closed' && cause !== undefined) return connectionFault(cause, place, 'session')
  if (rejection) {
    const named = rejections[`${rejection.source}.${rejection.reason}`]
    return new Refusal(named ?? 'dicom/rejected-otherwise', { values: { ...values, ...rejection } })
  }
  if (code === 'rejected') return new Refusal('dicom/rejected', { values })
  if (isTlsAlert) return new Refusal('dicom/expects-tls', { values })
  const hex = `0x${status.toString(16).toUpperCase().padStart(4, '0')}`
  return new Refusal(codes[code], { values: { ...values, status: hex } })
}
