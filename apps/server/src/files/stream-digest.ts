import { createHash } from 'node:crypto'
import { refuse } from '@talus/contract'
import type { Bytes, PutOptions } from './file-store.ts'

/** Hashing more at once would delay every other request of this process. */
const sliceBytes = 1024 * 1024

/** Counts and hashes bytes on their way to the store, so that the file need not be read again. */
export class StreamDigest {
  readonly #hash = createHash('sha256')
  #byteLength = 0

  add(bytes: Uint8Array): void {
    this.#byteLength += bytes.byteLength
    this.#hash.update(bytes)
  }

  result() {
    return { byteLength: this.#byteLength, sha256: this.#hash.copy().digest('hex') }
  }
}

/** Throws once there are more than `maxBytes`, or after an abort. */
export function createLimitCheck({ maxBytes = Infinity, signal }: PutOptions) {
  let byteLength = 0
  return (piece: Uint8Array): void => {
    signal?.throwIfAborted()
    byteLength += piece.byteLength
    if (byteLength > maxBytes) refuse('request/too-large')
  }
}

/**
 * Yields the bytes in chunks that are hashed quickly. Throws once there are more than `maxBytes`,
 * or after an abort.
 */
export async function* limitBytes(bytes: Bytes, options: PutOptions) {
  const check = createLimitCheck(options)
  for await (const chunk of abortable(bytes, options.signal)) {
    check(chunk)
    for (let start = 0; start < chunk.byteLength; start += sliceBytes)
      yield chunk.subarray(start, start + sliceBytes)
  }
}

/** Does the same, and adds each chunk to the digest. */
export async function* digestBytes(bytes: Bytes, options: PutOptions, measure: StreamDigest) {
  for await (const piece of limitBytes(bytes, options)) {
    measure.add(piece)
    yield piece
  }
}

/** An abort must also end a stalled source, so its next chunk races against the signal. */
async function* abortable(bytes: Bytes, signal: AbortSignal | undefined) {
  if (bytes instanceof Uint8Array) {
    signal?.throwIfAborted()
    yield bytes
    return
  }
  if (!signal) {
    yield* bytes
    return
  }
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  // Without a handler, an abort after the last chunk would be an unhandled rejection and end the
  // process.
  aborted.catch(() => undefined)
  const abort = () => reject(abortReason(signal))
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  const iterator = bytes[Symbol.asyncIterator]()
  let isFinished = false
  try {
    for (;;) {
      const next = await Promise.race([iterator.next(), aborted])
      isFinished = next.done === true
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited: a stuck generator settles `return` only after its pending `next`.
    if (!isFinished) iterator.return?.().catch(() => undefined)
  }
}

const abortReason = (signal: AbortSignal) =>
  signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason })
