import { refuse } from '@talus/contract'

/**
 * One part of a multipart body, as it arrives. The caller reads its bytes or ignores them: the next
 * part skips them. The memory of a chunk may be reused once the next one is requested.
 */
export interface MultipartPart {
  /** The headers by their names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface MultipartLimits {
  readonly parts: number
  /** Bytes of one part, without its headers. */
  readonly partBytes: number
  readonly bodyBytes: number
}

/** RFC 2046 5.1.1 allows 70 characters; the boundaries of Orthanc have 73. */
const boundaryPattern = /^[\w'()+,./:=? -]{0,99}[\w'()+,./:=?-]$/u
/** The most that the headers of one part may have. */
export const headerBytesMax = 8 * 1024

export const checkBoundary = (text: string | undefined): string =>
  text !== undefined && boundaryPattern.test(text) ? text : refuse('request/malformed')

const malformed = () => refuse('request/malformed')

/**
 * Reads a multipart body (RFC 2046) chunk by chunk; the memory of a chunk may be reused once the
 * next one is requested. At most one chunk of a part is in memory, whatever its length, and
 * everything that a sender controls is limited.
 */
export async function* readMultipart(
  body: AsyncIterable<Uint8Array>,
  boundary: string,
  limits: MultipartLimits,
): AsyncGenerator<MultipartPart> {
  const source = limitBody(body, limits.bodyBytes)[Symbol.asyncIterator]()
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  // The first boundary may be at the very start, where no line end precedes it.
  let buffer: Buffer = Buffer.from('\r\n')
  let isEnded = false

  /** Returns false when the body has ended. */
  async function readMore(): Promise<boolean> {
    const before = Buffer.from(buffer)
    const next = isEnded ? undefined : await source.next()
    isEnded = next === undefined || next.done === true
    if (next === undefined || next.done === true) return false
    const chunk = Buffer.from(next.value.buffer, next.value.byteOffset, next.value.byteLength)
    buffer = before.byteLength === 0 ? chunk : Buffer.concat([before, chunk])
    return true
  }

  /** Returns everything before a text, and consumes both. */
  async function readUpTo(text: Buffer): Promise<Buffer> {
    for (;;) {
      const at = buffer.indexOf(text)
      if (
        at > headerBytesMax ||
        (at === -1 && buffer.byteLength > headerBytesMax + text.byteLength)
      )
        malformed()
      if (at !== -1) {
        const before = buffer.subarray(0, at)
        buffer = buffer.subarray(at + text.byteLength)
        return before
      }
      if (!(await readMore())) malformed()
    }
  }

  /**
   * Returns the next chunk of the part; undefined at its end, where the boundary has been consumed.
   */
  async function readChunk(): Promise<Buffer | undefined> {
    for (;;) {
      const at = buffer.indexOf(delimiter)
      // A boundary may begin at the end of the buffer.
      const length = at === -1 ? buffer.byteLength - delimiter.byteLength + 1 : at
      if (length > 0) {
        const found = buffer.subarray(0, length)
        buffer = buffer.subarray(length)
        return found
      }
      if (at === 0) {
        buffer = buffer.subarray(delimiter.byteLength)
        return undefined
      }
      const rest = await takeRest()
      if (rest) return rest
    }
  }

  /**
   * Returns the rest of the buffer if it is no boundary, after reading the next chunk;
   * concatenating the two would copy everything.
   */
  async function takeRest(): Promise<Buffer | undefined> {
    const rest = Buffer.from(buffer)
    buffer = Buffer.alloc(0)
    if (!(await readMore())) malformed()
    if (rest.byteLength === 0) return undefined
    const seam = Buffer.concat([rest, buffer.subarray(0, delimiter.byteLength)])
    const isBoundary =
      seam.byteLength < rest.byteLength + delimiter.byteLength || seam.includes(delimiter)
    if (!isBoundary) return rest
    buffer = Buffer.concat([rest, buffer])
    return undefined
  }

  /** Reads the end of a boundary: the end of the body, or of the line. */
  async function isLast(): Promise<boolean> {
    while (buffer.byteLength < 2) if (!(await readMore())) malformed()
    if (buffer.toString('latin1', 0, 2) === '--') return true
    const rest = await readUpTo(lineEnd)
    return /^[ \t]*$/u.test(rest.toString('latin1')) ? false : malformed()
  }

  /** Returns the headers of a part. An empty line in their place is their end. */
  async function readHeaders(): Promise<Buffer> {
    while (buffer.byteLength < lineEnd.byteLength) if (!(await readMore())) malformed()
    const isEmpty = buffer.subarray(0, lineEnd.byteLength).equals(lineEnd)
    return readUpTo(isEmpty ? lineEnd : headersEnd)
  }

  try {
    await readUpTo(delimiter)
    for (let count = 1; !(await isLast()); count += 1) {
      if (count > limits.parts) refuse('request/too-large')
      const headers = parseHeaders(await readHeaders())
      const part = serialise(readChunk, limits.partBytes)
      yield { headers, bytes: { [Symbol.asyncIterator]: () => ({ next: part.next }) } }
      await part.skip()
    }
    // Bytes after the last boundary are ignored, and read so that the connection can be reused.
    for (let remaining = headerBytesMax; await readMore(); buffer = Buffer.alloc(0)) {
      remaining -= buffer.byteLength
      if (remaining < 0) malformed()
    }
  } finally {
    await source.return?.(undefined)
  }
}

const lineEnd = Buffer.from('\r\n')
const headersEnd = Buffer.from('\r\n\r\n')

/** Browsers send names of fields and files in UTF-8 (RFC 7578 5.1). */
function parseHeaders(text: Buffer): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of text.toString('utf8').split('\r\n')) {
    const at = line.indexOf(':')
    if (at <= 0) continue
    const name = line.slice(0, at).trim().toLowerCase()
    if (!headers.has(name)) headers.set(name, line.slice(at + 1).trim())
  }
  return headers
}

/** Serialises reads of a part, also if a consumer has stopped while a read was pending. */
function serialise(readChunk: () => Promise<Buffer | undefined>, bytesMax: number) {
  let last: Promise<Buffer | undefined> = Promise.resolve(Buffer.alloc(0))
  let length = 0
  const ask = () => {
    last = last.then(async (before) => {
      const found = before === undefined ? undefined : await readChunk()
      length += found?.byteLength ?? 0
      if (length > bytesMax) refuse('request/too-large')
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

async function* limitBody(body: AsyncIterable<Uint8Array>, bytesMax: number) {
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > bytesMax) refuse('request/too-large')
    yield chunk
  }
}
