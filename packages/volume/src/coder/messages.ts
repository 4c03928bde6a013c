import { VolumeFault } from '../fault.ts'

/** One slice of a stream. A slice that the server cannot read is sent as `isMissing`, without bytes. */
export interface SliceMessage {
  /** The index of the slice in its phase, counted from 0. */
  readonly index: number
  readonly isMissing: boolean
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** Bytes before a packed slice. */
export const headerBytes = 16
/** `TSL1`, little-endian. */
const magic = 0x31_4c_53_54
const missingFlag = 1
/** A packed slice of 16384 × 16384 pixels; a larger length is damage. */
const maximumBytes = 600_000_000

/**
 * Writes the header of a message, whose packed slice follows: magic, index of the slice, byte length,
 * flags.
 */
export function writeHeader(message: Uint8Array, index: number, isMissing = false): void {
  const { buffer, byteOffset, length } = message
  const view = new DataView(buffer, byteOffset, headerBytes)
  view.setUint32(0, magic, true)
  view.setUint32(4, index, true)
  view.setUint32(8, length - headerBytes, true)
  view.setUint32(12, isMissing ? missingFlag : 0, true)
}

/** A message with its header and a copy of the packed slice. */
export function writeMessage(index: number, packed: Uint8Array | null): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(headerBytes + (packed?.length ?? 0))
  if (packed) message.set(packed, headerBytes)
  writeHeader(message, index, packed === null)
  return message
}

export interface MessageReader {
  /**
   * The messages that this chunk completes, read one by one: the caller must take all of them. Throws
   * if the stream is damaged.
   */
  read: (chunk: Uint8Array) => Iterable<SliceMessage>
  /** Call it at the end of the stream: throws if a message was cut short. */
  end: () => void
}

/**
 * Reads messages from chunks of any size; each byte is copied once. With `isReused`, the bytes of a
 * message are valid until the next one is read: the packed slices of a volume would otherwise leave
 * some 90 MB of garbage.
 */
export function readMessages({ isReused = false } = {}): MessageReader {
  let memory = new ArrayBuffer(0)
  function allocate(length: number): Uint8Array<ArrayBuffer> {
    if (!isReused) return new Uint8Array(length)
    if (memory.byteLength < length) memory = new ArrayBuffer(Math.ceil(length * 1.25))
    return new Uint8Array(memory, 0, length)
  }
  const header = new Uint8Array(headerBytes)
  let filled = 0
  let current: { index: number; isMissing: boolean; bytes: Uint8Array<ArrayBuffer> } | undefined

  function readHeader() {
    const view = new DataView(header.buffer)
    const [length, flags] = [view.getUint32(8, true), view.getUint32(12, true)]
    if (view.getUint32(0, true) !== magic || flags > missingFlag || length > maximumBytes)
      throw new VolumeFault('damaged-stream', 'a header makes no sense')
    const bytes = allocate(length)
    return { index: view.getUint32(4, true), isMissing: flags === missingFlag, bytes }
  }

  return {
    *read(chunk) {
      for (let at = 0; at < chunk.length;) {
        const target: Uint8Array = current?.bytes ?? header
        const part = chunk.subarray(at, at + target.length - filled)
        target.set(part, filled)
        filled += part.length
        at += part.length
        if (filled < target.length) break
        if (!current) {
          current = readHeader()
          filled = 0
        }
        if (filled === current.bytes.length) {
          const message = current
          current = undefined
          filled = 0
          yield message
        }
      }
    },
    end() {
      if (current || filled > 0) throw new VolumeFault('damaged-stream', 'it ends in a message')
    },
  }
}
