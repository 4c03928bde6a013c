export type DimseCode =
  | 'rejected'
  | 'aborted'
  | 'closed'
  | 'timeout'
  | 'not-dicom'
  | 'context-refused'
  | 'failure-status'

/** PS3.8 9.3.4: what a rejection means depends on which part of the peer it comes from. */
export interface Rejection {
  readonly result: number
  readonly source: number
  readonly reason: number
}

interface Details {
  readonly rejection?: Rejection
  /** Of an answer: PS3.7 annex C. */
  readonly status?: number
  readonly comment?: string
  /** The peer answered as a server does that was expecting TLS. */
  readonly isTlsAlert?: boolean
  readonly cause?: unknown
}

/** All that can go wrong with a peer. A handler may throw one with a status, which is then its answer. */
export class DimseFault extends Error {
  readonly code: DimseCode
  readonly rejection: Rejection | undefined
  readonly status: number | undefined
  readonly comment: string | undefined
  readonly isTlsAlert: boolean

  constructor(code: DimseCode, message: string, details: Details = {}) {
    super(message, { cause: details.cause })
    this.name = 'DimseFault'
    this.code = code
    this.rejection = details.rejection
    this.status = details.status
    this.comment = details.comment
    this.isTlsAlert = details.isTlsAlert ?? false
  }
}

export const malformed = (what: string) => new DimseFault('not-dicom', what)

export const failureStatus = (status: number, comment?: string) =>
  new DimseFault('failure-status', `status 0x${status.toString(16).padStart(4, '0')}`, {
    status,
    ...(comment === undefined ? {} : { comment }),
  })
