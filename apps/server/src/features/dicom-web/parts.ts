import { randomBytes } from 'node:crypto'
import type { LentBytes } from '../../http/send-bytes.ts'

/** One of the things of an answer: a file, a frame, a value. */
export interface Part {
  /** With its parameters. */
  readonly type: string
  readonly location?: string | undefined
  readonly length: number | undefined
  readonly bytes: LentBytes | readonly Uint8Array[]
  /** It may hold a file open, read or not. */
  readonly close?: () => Promise<void>
}

export type Content = Pick<Part, 'bytes' | 'length' | 'close'>

export const wholeContent = (...bytes: readonly Uint8Array[]): Content => ({
  bytes,
  length: bytes.reduce((sum, { byteLength }) => sum + byteLength, 0),
})

export interface Multipart {
  readonly contentType: string
  readonly bytes: LentBytes
  /** How much comes beside the bytes of one part: its length is known then. */
  readonly lengthAround: (part: Part) => number
}

/** PS3.18 8.6.1.2: parts one after the other, none of which has to be known before it is its turn. */
export function multipart(parts: AsyncIterable<Part>, type: string): Multipart {
  const boundary = randomBytes(18).toString('hex')
  const beginning = ({ type: partType, location, length }: Part) =>
    `--${boundary}\r\nContent-Type: ${partType}\r\n` +
    (location === undefined ? '' : `Content-Location: ${location}\r\n`) +
    (length === undefined ? '' : `Content-Length: ${length}\r\n`) +
    '\r\n'
  const end = `--${boundary}--\r\n`
  async function* bytes() {
    let lineEnd = ''
    for await (const part of parts) {
      try {
        yield Buffer.from(lineEnd + beginning(part))
        yield* part.bytes
        // With what comes next: every piece by itself is a call of the system.
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
    lengthAround: (part) => beginning(part).length + 2 + end.length,
  }
}

/** The bytes of a part that leaves alone. */
export async function* bytesOf(part: Part): AsyncGenerator<Uint8Array> {
  try {
    yield* part.bytes
  } finally {
    await part.close?.()
  }
}

/** The type without its parameters. */
export const bareType = ({ type }: Part) => type.split(';', 1)[0] ?? type
