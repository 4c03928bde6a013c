import { createHash } from 'node:crypto'
import { refuse } from '@talus/contract'
import type { Bytes, PutOptions } from './files.ts'

/** Hashing more at once would hold up every other request of this process. */
const sliceBytes = 1024 * 1024

/** Counts and hashes bytes on their way to the store, so that nothing has to be read again. */
export class Measure {
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

/** Lets no more pass than may be, and none after an abort. */
export function checkOf({ maxBytes = Infinity, signal }: PutOptions) {
  let byteLength = 0
  return (piece: Uint8Array): void => {
    signal?.throwIfAborted()
    byteLength += piece.byteLength
    if (byteLength > maxBytes) refuse('request/too-large')
  }
}

/** The bytes in pieces that are hashed in no time; no more than may be, and none after an abort. */
export async function* bounded(bytes: Bytes, options: PutOptions) {
  const check = checkOf(options)
  for await (const chunk of abortable(bytes, options.signal)) {
    check(chunk)
    for (let start = 0; start < chunk.byteLength; start += sliceBytes)
      yield chunk.subarray(start, start + sliceBytes)
  }
}

/** The same, measured on the way. */
export async function* measured(bytes: Bytes, options: PutOptions, measure: Measure) {
  for await (const piece of bounded(bytes, options)) {
    measure.add(piece)
    yield piece
  }
}

/** A source that has gone quiet must let go too, so its next chunk races against the signal. */
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
  // Without a reader of its own, an abort after the last chunk would end the process.
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
    // Not awaited: a generator that is stuck answers `return` only after its pending `next`.
    if (!isFinished) iterator.return?.().catch(() => undefined)
  }
}

const abortReason = (signal: AbortSignal) =>
  signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason })
