import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBufferPool, freeBuffer } from '@talus/node-kit/buffer-pool'

/** The size of a buffer, and thus the largest piece handed over at once. */
const bufferBytes = 256 * 1024
const pool = createBufferPool({
  allocate: () => Buffer.allocUnsafeSlow(bufferBytes),
  // Enough for four concurrent bodies, which use two buffers each.
  pooledMax: 8,
})

/**
 * Reads the body of a request into pooled buffers: a piece is valid until the next one is
 * requested. Node allocates a buffer for every 64 kB that arrive, and after a few megabytes
 * collects garbage over the whole heap, which took most of the time of receiving a study.
 */
export async function* readPooledBody(body: Readable): AsyncGenerator<Uint8Array, undefined> {
  // Chunks that come from a connection have no other owner, so they may be freed.
  const release = body instanceof IncomingMessage ? freeBuffer : () => undefined
  let [filling, handedOut] = [pool.acquire(), pool.acquire()]
  let length = 0
  /** Chunks that did not fit into the buffer. */
  let waiting: Buffer[] = []
  let isOver = body.readableEnded || body.destroyed
  let fault: Error | undefined
  let wake: (() => void) | undefined

  function onChunk(chunk: Buffer): void {
    if (waiting.length > 0 || length + chunk.byteLength > bufferBytes) {
      waiting.push(chunk)
      body.pause()
      wake?.()
      return
    }
    filling.set(chunk, length)
    length += chunk.byteLength
    release(chunk)
    wake?.()
  }

  const end = () => {
    isOver = true
    wake?.()
  }
  const fail = (error: Error) => {
    fault = error
    end()
  }
  const close = () => isOver || fail(new Error('the body broke off'))

  /**
   * Takes the bytes received so far, and moves waiting chunks into the buffer; a chunk larger than
   * the buffer is handed over itself.
   */
  function takePiece(): Uint8Array | undefined {
    const large = length === 0 ? waiting.shift() : undefined
    const piece = large ?? filling.subarray(0, length)
    if (!large) [filling, handedOut] = [handedOut, filling]
    length = 0
    const deferred = waiting
    waiting = []
    for (const chunk of deferred) onChunk(chunk)
    if (waiting.length === 0) body.resume()
    return piece.byteLength > 0 ? piece : undefined
  }

  body.on('data', onChunk).once('end', end).once('error', fail).once('close', close)
  try {
    for (;;) {
      if (fault) throw fault
      const piece = takePiece()
      if (piece) yield piece
      else if (isOver) return undefined
      else await new Promise<void>((resolve) => (wake = resolve))
      wake = undefined
    }
  } finally {
    body.off('data', onChunk).off('end', end).off('error', fail).off('close', close)
    pool.release(filling)
    pool.release(handedOut)
  }
}
