import { Socket } from 'node:net'
import type { SocketConstructorOpts } from 'node:net'

/** Larger than what a peer sends at once gains nothing; smaller would be read more often. */
const memoryBytes = 256 * 1024
let memory: Buffer | undefined

interface Accepted extends Socket {
  _handle?: SocketConstructorOpts['handle'] | null
}

/**
 * An accepted connection that reads into the same memory again and again, which all connections of
 * this thread share: a `data` event lends its bytes until it returns. Node would allocate for each
 * read, and after every few megabytes of that look through the whole heap for what it can free: half
 * of the time of receiving a radiograph.
 *
 * Node offers this for connections that it makes, not for those it accepts, so the handle is taken
 * over; where there is none to be had, the connection is used as it is.
 */
export function sharingMemory(accepted: Accepted): Socket {
  const { _handle: handle } = accepted
  if (!handle) return accepted
  memory ??= Buffer.allocUnsafeSlow(memoryBytes)
  const reading: Socket = new Socket({
    handle,
    allowHalfOpen: accepted.allowHalfOpen,
    onread: {
      buffer: memory,
      callback: (length, bytes) => {
        reading.emit('data', Buffer.from(bytes.buffer, bytes.byteOffset, length))
        return true
      },
    },
  })
  accepted._handle = null
  // The server counts the one that it has accepted.
  reading.once('close', () => accepted.destroy())
  return reading
}
