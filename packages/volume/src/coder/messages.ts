import { VolumeFault } from '../fault.ts'

/** One slice of a stream. A slice that the server cannot read is sent as `isMissing`, without bytes. */
export interface SliceMessage {
  /** The index of the slice in its phase, counted from 0. */
  readonly index: number
  readonly isMissing: boolean
  readonly bytes: Uint8Array<ArrayBuffer>
}

const headerBytes = 16
/** `TSL1`, little-endian. */
const magic = 0x31_4c_53_54
const missingFlag = 1
/** A packed slice of 16384 × 16384 pixels; a larger length is damage. */
const maximumBytes = 600_000_000

/** A header of 16 bytes: magic, index of the slice, byte length, flags; then the packed slice. */
export function writeMessage(index: number, packed: Uint8Array | null): Uint8Array<ArrayBuffer> {
  const message = new Uint8Array(headerBytes + (packed?.length ?? 0))
  const view = new DataView(message.buffer)
  view.setUint32(0, magic, true)
  view.setUint32(4, index, true)
  view.setUint32(8, packed?.length ?? 0, true)
  view.setUint32(12, packed ? 0 : missingFlag, true)
  if (packed) message.set(packed, headerBytes)
  return message
}

export interface MessageReader {
  /** The messages that this chunk completes. Throws if the stream is damaged. */
  read: (chunk: Uint8Array) => SliceMessage[]
  /** Call it at the end of the stream: throws if a message was cut short. */
  end: () => void
}

/** Reads messages from chunks of any size; each byte is copied once. */
export function readMessages(): MessageReader {
  const header = new Uint8Array(headerBytes)
  let filled = 0
  let current: { index: number; isMissing: boolean; bytes: Uint8Array<ArrayBuffer> } | undefined

  function readHeader() {
    const view = new DataView(header.buffer)
    const [length, flags] = [view.getUint32(8, true), view.getUint32(12, true)]
    if (view.getUint32(0, true) !== magic || flags > missingFlag || length > maximumBytes)
      throw new VolumeFault('damaged-stream', 'a header makes no sense')
    const bytes = new Uint8Array(length)
    return { index: view.getUint32(4, true), isMissing: flags === missingFlag, bytes }
  }

  return {
    read(chunk) {
      const messages: SliceMessage[] = []
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
          messages.push(current)
          current = undefined
          filled = 0
        }
      }
      return messages
    },
    end() {
      if (current || filled > 0) throw new VolumeFault('damaged-stream', 'it ends in a message')
    },
  }
}
