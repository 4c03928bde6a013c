import { clearPreamble } from '../images/index.ts'

/** All but one in fifty files tell all about themselves in this. */
const beginningBytes = 32 * 1024

export interface Begun {
  readonly beginning: Buffer
  readonly isWhole: boolean
  /** The beginning, then everything after it. */
  readonly all: AsyncIterable<Uint8Array>
}

/**
 * Waits for the beginning of a file, so that it can be read while the rest still arrives. The pieces
 * of a file may be lent until the next one is asked for, here as well as by `all`.
 */
export async function begin(bytes: AsyncIterable<Uint8Array>): Promise<Begun> {
  const iterator = bytes[Symbol.asyncIterator]()
  const memory = Buffer.allocUnsafe(beginningBytes)
  let length = 0
  /** Of the last piece, what comes after the beginning. */
  let rest: Uint8Array = memory.subarray(0, 0)
  let isWhole = false
  while (length < beginningBytes && !isWhole) {
    const next = await iterator.next()
    if (next.done) isWhole = true
    else {
      const part = next.value.subarray(0, beginningBytes - length)
      memory.set(part, length)
      length += part.length
      rest = next.value.subarray(part.length)
    }
  }
  const beginning = memory.subarray(0, length)
  clearPreamble(beginning)

  async function* all() {
    let isFinished = isWhole
    try {
      if (beginning.byteLength > 0) yield beginning
      if (rest.byteLength > 0) yield rest
      while (!isFinished) {
        const next = await iterator.next()
        isFinished = next.done === true
        if (!next.done) yield next.value
      }
    } finally {
      if (!isFinished) await iterator.return?.()
    }
  }
  return { beginning, isWhole, all: all() }
}
