import type { Readable } from 'node:stream'
import type { OpenFile } from './files.ts'

/** A stream as a file that is read into the reader's memory; what does not fit waits for next time. */
export function openStream(stream: Readable): OpenFile {
  const chunks: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]()
  // Closed while nobody waits for a chunk, it would end the process otherwise.
  stream.on('error', () => undefined)
  let rest: Uint8Array = new Uint8Array()
  let isClosed = false
  return {
    async read(into) {
      if (isClosed) throw new Error('the file is closed')
      while (rest.byteLength === 0) {
        const next = await chunks.next()
        // A stream that was closed says that it has ended; its file has not.
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
