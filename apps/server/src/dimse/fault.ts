export type DimseCode =
  | 'rejected'
  | 'aborted'
  | 'closed'
  | 'timeout'
  | 'not-dicom'
  | 'context-refused'
  | 'failure-status'

/** PS3.8 9.3.4: the meaning of `reason` depends on `source`. */
export interface Rejection {
  readonly result: number
  readonly source: number
  readonly reason: number
}

interface FaultDetails {
  readonly rejection?: Rejection
  /** Status of a response: PS3.7 annex C. */
  readonly status?: number
  readonly comment?: string
  /** The peer sent a TLS alert: it expects TLS. */
  readonly isTlsAlert?: boolean
  readonly cause?: unknown
}

/** Any failure of a peer. A handler may throw one with a status, which becomes its response. */
export class DimseFault extends Error {
  readonly code: DimseCode
  readonly rejection: Rejection | undefined
  readonly status: number | undefined
  readonly comment: string | undefined
  readonly isTlsAlert: boolean

  constructor(code: DimseCode, message: string, details: FaultDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'DimseFault'
    this.code = code
    this.rejection = details.rejection
    this.status = details.status
    this.comment = details.comment
    this.isTlsAlert = details.isTlsAlert ?? false
  }
}

export const createMalformedFault = (what: string) => new DimseFault('not-dicom', what)

export const createStatusFault = (status: number, comment?: string) =>
  new DimseFault('failure-status', `status 0x${status.toString(16).padStart(4, '0')}`, {
    status,
    ...(comment === undefined ? {} : { comment }),
  })
