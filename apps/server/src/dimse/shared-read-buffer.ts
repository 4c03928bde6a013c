import { Socket } from 'node:net'
import type { SocketConstructorOpts } from 'node:net'

/** Peers send no more than this at once; a smaller buffer would need more reads. */
const bufferBytes = 256 * 1024
let readBuffer: Buffer | undefined

interface AcceptedSocket extends Socket {
  _handle?: SocketConstructorOpts['handle'] | null
}

/**
 * Makes an accepted connection read into one buffer that all connections of this thread share: the
 * bytes of a `data` event are valid until its listener returns. Node would allocate a buffer for
 * each read, and collecting that garbage takes half of the time of receiving a radiograph.
 *
 * Node offers `onread` for outgoing connections only, so a new socket takes over the handle of the
 * accepted one. Without a handle the accepted socket is used as it is.
 */
export function shareReadBuffer(accepted: AcceptedSocket): Socket {
  const { _handle: handle } = accepted
  if (!handle) return accepted
  readBuffer ??= Buffer.allocUnsafeSlow(bufferBytes)
  const reading: Socket = new Socket({
    handle,
    allowHalfOpen: accepted.allowHalfOpen,
    onread: {
      buffer: readBuffer,
      callback: (length, bytes) => {
        reading.emit('data', Buffer.from(bytes.buffer, bytes.byteOffset, length))
        return true
      },
    },
  })
  accepted._handle = null
  // The server waits for the socket that it accepted, so that one is closed too.
  reading.once('close', () => accepted.destroy())
  return reading
}
