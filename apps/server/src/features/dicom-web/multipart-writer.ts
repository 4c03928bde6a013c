import { randomBytes } from 'node:crypto'
import type { PooledBytes } from '../../http/send-bytes.ts'

/** One part of a response: a file, a frame, a value. */
export interface ResponsePart {
  /** The media type with its parameters. */
  readonly type: string
  readonly location?: string | undefined
  readonly length: number | undefined
  readonly bytes: PooledBytes | readonly Uint8Array[]
  /** Closes the file that the part may hold open, read or not. */
  readonly close?: () => Promise<void>
}

export type PartContent = Pick<ResponsePart, 'bytes' | 'length' | 'close'>

/** Content that is in memory. */
export interface LoadedContent extends PartContent {
  readonly bytes: readonly Uint8Array[]
}

export const toContent = (...bytes: readonly Uint8Array[]): LoadedContent => ({
  bytes,
  length: bytes.reduce((sum, { byteLength }) => sum + byteLength, 0),
})

export interface Multipart {
  readonly contentType: string
  readonly bytes: PooledBytes
  /** The number of bytes around the content of one part, if its length is known. */
  readonly lengthAround: (part: ResponsePart) => number
}

/** PS3.18 8.6.1.2: writes parts one after the other, each requested when it is its turn. */
export function createMultipart(parts: AsyncIterable<ResponsePart>, type: string): Multipart {
  const boundary = randomBytes(18).toString('hex')
  const createHeader = ({ type: partType, location, length }: ResponsePart) =>
    `--${boundary}\r\nContent-Type: ${partType}\r\n` +
    (location === undefined ? '' : `Content-Location: ${location}\r\n`) +
    (length === undefined ? '' : `Content-Length: ${length}\r\n`) +
    '\r\n'
  const end = `--${boundary}--\r\n`
  async function* bytes() {
    let lineEnd = ''
    for await (const part of parts) {
      try {
        yield Buffer.from(lineEnd + createHeader(part))
        yield* part.bytes
        // Written with the next header: every chunk by itself is a system call.
        lineEnd = '\r\n'
      } finally {
        await part.close?.()
      }
    }
    yield Buffer.from(lineEnd + end)
  }
  return {
    contentType: `multipart/related; type="${type}"; boundary=${boundary}`,
    bytes: bytes(),
    lengthAround: (part) => createHeader(part).length + 2 + end.length,
  }
}

/** Streams a part that is sent without a multipart. */
export async function* streamPart(part: ResponsePart): AsyncGenerator<Uint8Array> {
  try {
    yield* part.bytes
  } finally {
    await part.close?.()
  }
}

/** Returns the media type without its parameters. */
export const getBareType = ({ type }: ResponsePart) => type.split(';', 1)[0] ?? type
