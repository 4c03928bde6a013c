import { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'

/** As much as is handed over at once. */
const memoryBytes = 256 * 1024
/** As many as four bodies use. */
const keptMax = 8
const kept: Buffer[] = []
const borrow = () => kept.pop() ?? Buffer.allocUnsafeSlow(memoryBytes)

function giveBack(memory: Buffer): void {
  if (kept.length < keptMax) kept.push(memory)
}

/** Frees the memory of a chunk now instead of when it is found to be unused. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/**
 * The body of a request in memory that is used again: a piece is lent until the next one is asked for.
 * Node allocates for every 64 kB that come in, and after a few megabytes of that it looks through the
 * whole heap for what it can free: most of the time of taking a study in.
 */
export async function* lentBody(body: Readable): AsyncGenerator<Uint8Array, undefined> {
  // What comes over a connection is nobody else's.
  const release = body instanceof IncomingMessage ? free : () => undefined
  let [filling, lent] = [borrow(), borrow()]
  let length = 0
  /** For what there was no room. */
  let waiting: Buffer[] = []
  let isOver = body.readableEnded || body.destroyed
  let fault: Error | undefined
  let wake: (() => void) | undefined

  function take(chunk: Buffer): void {
    if (waiting.length > 0 || length + chunk.byteLength > memoryBytes) {
      waiting.push(chunk)
      body.pause()
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

  /** What has come in; what waited comes next, where it fits at all. */
  function next(): Uint8Array | undefined {
    const large = length === 0 ? waiting.shift() : undefined
    const piece = large ?? filling.subarray(0, length)
    if (!large) [filling, lent] = [lent, filling]
    length = 0
    const again = waiting
    waiting = []
    for (const chunk of again) take(chunk)
    if (waiting.length === 0) body.resume()
    return piece.byteLength > 0 ? piece : undefined
  }

  body.on('data', take).once('end', end).once('error', fail).once('close', close)
  try {
    for (;;) {
      if (fault) throw fault
      const piece = next()
      if (piece) yield piece
      else if (isOver) return undefined
      else await new Promise<void>((resolve) => (wake = resolve))
      wake = undefined
    }
  } finally {
    body.off('data', take).off('end', end).off('error', fail).off('close', close)
    giveBack(filling)
    giveBack(lent)
  }
}
