/** The limits of an association that a peer opened. */
export interface ServeLimits {
  /** From the connection to the complete A-ASSOCIATE-RQ. */
  readonly requestMs: number
  /** Longest silence while the peer must send. */
  readonly idleMs: number
  /** Longest duration of an association. */
  readonly totalMs: number
  /** Longest wait for the peer's response to a C-STORE sub-operation of a C-GET. */
  readonly responseMs: number
  readonly objectBytes: number
  readonly identifierBytes: number
}
