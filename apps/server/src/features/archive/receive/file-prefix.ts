import type { PipeSource } from '../../../files/index.ts'
import { clearPreamble } from '../../images/index.ts'
import { createFileTail } from './file-tail.ts'
import type { FileTail } from './file-tail.ts'

/** All but one in fifty files have all their attributes within these bytes. */
const prefixBytes = 32 * 1024
/** Most reports and other objects without pixels are shorter; an image needs the whole prefix. */
const shortBytes = 4 * 1024

export interface FilePrefix {
  readonly bytes: Buffer
  readonly isWhole: boolean
}

export interface TeedPrefix<All> {
  /** Available before the rest of the file has arrived. */
  readonly prefix: Promise<FilePrefix>
  /** The whole file: the prefix, then everything after it. */
  readonly all: All
  /** The end of the file, once all of it has been read. */
  readonly tail: FileTail
}

/**
 * Copies the prefix of a piped file on its way. Only for a file whose header this server wrote:
 * there is nothing in its preamble to clear.
 */
export function teePipedPrefix(source: PipeSource): TeedPrefix<PipeSource> {
  const { promise: prefix, resolve, reject } = Promise.withResolvers<FilePrefix>()
  const memory = Buffer.allocUnsafe(prefixBytes)
  let length = 0
  const tail = createFileTail()
  const pipe: PipeSource['pipe'] = async (sink) => {
    try {
      await source.pipe((chunk) => {
        tail.add(chunk)
        if (length < prefixBytes) {
          const part = chunk.subarray(0, prefixBytes - length)
          memory.set(part, length)
          length += part.length
          if (length === prefixBytes) resolve({ bytes: memory, isWhole: false })
        }
        return sink(chunk)
      })
      resolve({ bytes: memory.subarray(0, length), isWhole: true })
    } catch (error) {
      reject(error)
      throw error
    }
  }
  return { prefix, all: { pipe }, tail }
}

/**
 * Copies the prefix of a stream. The memory of a chunk may be reused once the next one is
 * requested, both here and in `all`.
 */
export function teePrefix(bytes: AsyncIterable<Uint8Array>): TeedPrefix<AsyncIterable<Uint8Array>> {
  const iterator = bytes[Symbol.asyncIterator]()
  const started = readPrefix(iterator)
  const tail = createFileTail()

  async function* all() {
    const { prefix, rest } = await started
    let isFinished = prefix.isWhole
    const pass = (chunk: Uint8Array) => {
      tail.add(chunk)
      return chunk
    }
    try {
      if (prefix.bytes.byteLength > 0) yield pass(prefix.bytes)
      if (rest.byteLength > 0) yield pass(rest)
      while (!isFinished) {
        const next = await iterator.next()
        isFinished = next.done === true
        if (!next.done) yield pass(next.value)
      }
    } finally {
      if (!isFinished) await iterator.return?.()
    }
  }
  return { prefix: started.then(({ prefix }) => prefix), all: all(), tail }
}

async function readPrefix(iterator: AsyncIterator<Uint8Array>) {
  let memory = Buffer.allocUnsafe(shortBytes)
  let length = 0
  /** The part of the last chunk that follows the prefix. */
  let rest: Uint8Array = memory.subarray(0, 0)
  let isWhole = false
  while (length < prefixBytes && !isWhole) {
    const next = await iterator.next()
    if (next.done) isWhole = true
    else {
      const part = next.value.subarray(0, prefixBytes - length)
      if (length + part.length > memory.length) {
        const longer = Buffer.allocUnsafe(prefixBytes)
        longer.set(memory.subarray(0, length))
        memory = longer
      }
      memory.set(part, length)
      length += part.length
      rest = next.value.subarray(part.length)
    }
  }
  const bytes = memory.subarray(0, length)
  clearPreamble(bytes)
  return { prefix: { bytes, isWhole }, rest }
}
