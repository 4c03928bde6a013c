import { limits, refuse } from '@talus/contract'

/**
 * One part of a body, as it comes. Its bytes are to be read, or left: the next part skips them. Each
 * piece is lent until the next one is asked for.
 */
export interface IncomingPart {
  /** In lower case, without parameters. */
  readonly type: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** RFC 2046 5.1.1, which allows for 70; those of Orthanc have 73. */
const boundaryPattern = /^[\w'()+,./:=? -]{0,99}[\w'()+,./:=?-]$/u
const headBytesMax = 8 * 1024
const partsMax = limits.importZipFiles
const bodyBytesMax = limits.importZipBytes

export const checkedBoundary = (text: string | undefined): string =>
  text !== undefined && boundaryPattern.test(text) ? text : refuse('request/malformed')

const malformed = () => refuse('request/malformed')

/**
 * Reads a multipart body piece by piece (RFC 2046), which may be lent until the next is asked for: of each
 * part no more than a piece is in memory, whatever its length. Everything that a sender decides on has
 * a bound.
 */
export async function* partsIn(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
): AsyncGenerator<IncomingPart> {
  const source = bounded(body)[Symbol.asyncIterator]()
  const mark = Buffer.from(`\r\n--${boundary}`)
  // The first boundary may stand at the very beginning, where no line ends before it.
  let buffer: Buffer = Buffer.from('\r\n')
  let isEnded = false

  /** False when the body has ended. */
  async function more(): Promise<boolean> {
    const before = Buffer.from(buffer)
    const next = isEnded ? undefined : await source.next()
    isEnded = next === undefined || next.done === true
    if (next === undefined || next.done === true) return false
    const chunk = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
    buffer = before.byteLength === 0 ? chunk : Buffer.concat([before, chunk])
    return true
  }

  /** Everything before a text, which is taken away with it. */
  async function upTo(text: Buffer): Promise<Buffer> {
    for (;;) {
      const at = buffer.indexOf(text)
      if (at > headBytesMax || (at === -1 && buffer.byteLength > headBytesMax + text.byteLength))
        malformed()
      if (at !== -1) {
        const before = buffer.subarray(0, at)
        buffer = buffer.subarray(at + text.byteLength)
        return before
      }
      if (!(await more())) malformed()
    }
  }

  /** What the part still has; undefined at its end, where the boundary has been taken away. */
  async function piece(): Promise<Buffer | undefined> {
    for (;;) {
      const at = buffer.indexOf(mark)
      // A boundary may begin at the end of what is here.
      const length = at === -1 ? buffer.byteLength - mark.byteLength + 1 : at
      if (length > 0) {
        const found = buffer.subarray(0, length)
        buffer = buffer.subarray(length)
        return found
      }
      if (at === 0) {
        buffer = buffer.subarray(mark.byteLength)
        return undefined
      }
      const rest = await passed()
      if (rest) return rest
    }
  }

  /** What is left here and is no boundary, now that more has come; joining the two would copy it all. */
  async function passed(): Promise<Buffer | undefined> {
    const rest = Buffer.from(buffer)
    buffer = Buffer.alloc(0)
    if (!(await more())) malformed()
    if (rest.byteLength === 0) return undefined
    const seam = Buffer.concat([rest, buffer.subarray(0, mark.byteLength)])
    const isBoundary = seam.byteLength < rest.byteLength + mark.byteLength || seam.includes(mark)
    if (!isBoundary) return rest
    buffer = Buffer.concat([rest, buffer])
    return undefined
  }

  /** After a boundary: the end of everything, or of the line. */
  async function isLast(): Promise<boolean> {
    while (buffer.byteLength < 2) if (!(await more())) malformed()
    if (buffer.toString('latin1', 0, 2) === '--') return true
    const rest = await upTo(lineEnd)
    return /^[ \t]*$/u.test(rest.toString('latin1')) ? false : malformed()
  }

  /** The headers of a part. An empty line where they would begin is their end. */
  async function head(): Promise<Buffer> {
    while (buffer.byteLength < lineEnd.byteLength) if (!(await more())) malformed()
    const isEmpty = buffer.subarray(0, lineEnd.byteLength).equals(lineEnd)
    return upTo(isEmpty ? lineEnd : headEnd)
  }

  try {
    await upTo(mark)
    for (let count = 1; !(await isLast()); count += 1) {
      if (count > partsMax) refuse('request/too-large')
      const type = typeIn(await head())
      const part = inTurn(piece)
      yield { type, bytes: { [Symbol.asyncIterator]: () => ({ next: part.next }) } }
      await part.skip()
    }
    // What comes after the last boundary is for nobody, and read so that the line can be used again.
    for (let left = headBytesMax; await more(); buffer = Buffer.alloc(0)) {
      left -= buffer.byteLength
      if (left < 0) malformed()
    }
  } finally {
    await source.return?.(undefined)
  }
}

const lineEnd = Buffer.from('\r\n')
const headEnd = Buffer.from('\r\n\r\n')

/** PS3.18 8.6.1.2.1: without a type it is text, which is no DICOM. */
function typeIn(head: Buffer): string {
  for (const line of head.toString('latin1').split('\r\n')) {
    const type = /^content-type:([^;]*)/iu.exec(line)?.[1]
    if (type !== undefined) return type.trim().toLowerCase()
  }
  return ''
}

/** One piece after the other, also where somebody has left while a piece was still to come. */
function inTurn(piece: () => Promise<Buffer | undefined>) {
  let last: Promise<Buffer | undefined> = Promise.resolve(Buffer.alloc(0))
  let length = 0
  const ask = () => {
    last = last.then(async (before) => {
      const found = before === undefined ? undefined : await piece()
      length += found?.byteLength ?? 0
      if (length > limits.dicomBytes) refuse('request/too-large')
      return found
    })
    return last
  }
  return {
    next: async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      const value = await ask()
      return value === undefined ? { done: true, value } : { done: false, value }
    },
    skip: async () => {
      while ((await ask()) !== undefined);
    },
  }
}

async function* bounded(body: AsyncIterable<Uint8Array>) {
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > bodyBytesMax) refuse('request/too-large')
    yield chunk
  }
}
