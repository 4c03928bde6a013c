import type { Pourable } from '../../files/index.ts'
import { clearPreamble } from '../images/index.ts'

/** All but one in fifty files tell all about themselves in this. */
const beginningBytes = 32 * 1024

export interface Beginning {
  readonly bytes: Buffer
  readonly isWhole: boolean
}

export interface Begun<All> {
  /** So that it can be read while the rest still arrives. */
  readonly beginning: Promise<Beginning>
  /** The beginning, then everything after it. */
  readonly all: All
}

/**
 * The beginning of what is poured, copied on its way. Only for a file whose head we have written
 * ourselves: there is nothing in its preamble to be cleared.
 */
export function beginPoured(source: Pourable): Begun<Pourable> {
  const { promise: beginning, resolve, reject } = Promise.withResolvers<Beginning>()
  const memory = Buffer.allocUnsafe(beginningBytes)
  let length = 0
  const pour: Pourable['pour'] = async (take) => {
    try {
      await source.pour((piece) => {
        if (length < beginningBytes) {
          const part = piece.subarray(0, beginningBytes - length)
          memory.set(part, length)
          length += part.length
          if (length === beginningBytes) resolve({ bytes: memory, isWhole: false })
        }
        return take(piece)
      })
      resolve({ bytes: memory.subarray(0, length), isWhole: true })
    } catch (error) {
      reject(error)
      throw error
    }
  }
  return { beginning, all: { pour } }
}

/** The pieces of a file may be lent until the next one is asked for, here as well as by `all`. */
export function begin(bytes: AsyncIterable<Uint8Array>): Begun<AsyncIterable<Uint8Array>> {
  const iterator = bytes[Symbol.asyncIterator]()
  const started = gatherBeginning(iterator)

  async function* all() {
    const { beginning, rest } = await started
    let isFinished = beginning.isWhole
    try {
      if (beginning.bytes.byteLength > 0) yield beginning.bytes
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
  return { beginning: started.then(({ beginning }) => beginning), all: all() }
}

async function gatherBeginning(iterator: AsyncIterator<Uint8Array>) {
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
  const bytes = memory.subarray(0, length)
  clearPreamble(bytes)
  return { beginning: { bytes, isWhole }, rest }
}
