import type { Readable } from 'node:stream'
import type { OpenFile } from './file-store.ts'

/**
 * Wraps a stream as a file that is read into memory of the reader; bytes that do not fit wait for
 * the next read.
 */
export function openStream(stream: Readable): OpenFile {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  // An error of a stream that is closed while no read is pending would be unhandled and end the
  // process.
  stream.on('error', () => undefined)
  let rest: Uint8Array = new Uint8Array()
  let isClosed = false
  return {
    async read(into) {
      if (isClosed) throw new Error('the file is closed')
      while (rest.byteLength === 0) {
        const next = await chunks.next()
        // A destroyed stream reports that it has ended, although its file has not.
        if (isClosed) throw new Error('the file was closed')
        if (next.done === true) return 0
        rest = next.value
      }
      const part = rest.subarray(0, into.byteLength)
      into.set(part)
      rest = rest.subarray(part.byteLength)
      return part.byteLength
    },
    close: () => {
      isClosed = true
      stream.destroy()
      return Promise.resolve()
    },
  }
}
