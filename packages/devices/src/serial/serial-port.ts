/** A serial port, or its replacement in a test. */
export interface SerialPort {
  readonly write: (bytes: Uint8Array) => void
  /** Opens the port, and reopens it whenever it is closed, until `close`. */
  readonly open: (onBytes: (bytes: Uint8Array) => void, onClosed: () => void) => void
  readonly close: () => void
}
