import { clearPreamble } from '../images/index.ts'

/** Most files tell all about themselves in the first tenth of this. */
const beginningBytes = 128 * 1024

export interface Begun {
  readonly beginning: Buffer
  readonly isWhole: boolean
  /** The beginning, then everything after it. */
  readonly all: AsyncIterable<Uint8Array>
}

/** Waits for the beginning of a file, so that it can be read while the rest still arrives. */
export async function begin(bytes: AsyncIterable<Uint8Array>): Promise<Begun> {
  const iterator = bytes[Symbol.asyncIterator]()
  const chunks: Uint8Array[] = []
  let length = 0
  let isWhole = false
  while (length < beginningBytes && !isWhole) {
    const next = await iterator.next()
    if (next.done) isWhole = true
    else {
      chunks.push(next.value)
      length += next.value.byteLength
    }
  }
  // Of one piece, so that a reader can have it; the chunks belong to whoever sends them.
  const beginning = Buffer.concat(chunks)
  clearPreamble(beginning)

  async function* all() {
    let isFinished = isWhole
    try {
      if (beginning.byteLength > 0) yield beginning
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
