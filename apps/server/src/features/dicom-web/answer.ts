import type { FastifyReply } from 'fastify'
import { refuse } from '@talus/contract'
import { sendBytes } from '../../http/send-bytes.ts'
import { bareType, bytesOf, multipart } from './parts.ts'
import type { Part } from './parts.ts'

/** Asked for again each time, and sent again only where it has changed: a file may be annotated. */
export const cacheHeaders = (tag: string) => ({
  etag: tag,
  'cache-control': 'private, no-cache',
  vary: 'authorization, accept',
})

export function isKnown(reply: FastifyReply, tag: string): boolean {
  const known = reply.request.headers['if-none-match']
  return known?.split(/\s*,\s*/u).some((one) => one.replace(/^W\//u, '') === tag) ?? false
}

export const notModified = (reply: FastifyReply, tag: string) =>
  reply.code(304).headers(cacheHeaders(tag)).send()

/** As bytes: the framework would add a character set to the type, and some readers compare it whole. */
export const sendJson = (reply: FastifyReply, type: string, text: string) =>
  reply.header('content-type', type).send(Buffer.from(text))

/** A reader that takes nothing for so long has gone, or has forgotten that it is reading. */
const stalledAfterMs = 60_000

/** Answers that are being sent, so that a server that stops does not wait for their readers. */
export class Answers {
  readonly #running = new Set<AbortController>()

  /** Ends with its answer: when the reader has left, or the server stops. */
  begin(reply: FastifyReply): AbortSignal {
    const answer = new AbortController()
    this.#running.add(answer)
    reply.raw.once('close', () => {
      this.#running.delete(answer)
      answer.abort(new Error('the reader has left'))
    })
    reply.raw.setTimeout(stalledAfterMs, () => answer.abort(new Error('nobody reads')))
    return answer.signal
  }

  stop(): void {
    for (const answer of this.#running) answer.abort(new Error('the server stops'))
  }
}

export interface SendPartsOptions {
  readonly isMultipart: boolean
  /** There is one part, and it is as long as it says. */
  readonly isLengthKnown: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Parts one after the other, or the only one by itself. */
export async function sendParts(
  reply: FastifyReply,
  parts: AsyncGenerator<Part>,
  { isMultipart, isLengthKnown, headers, signal }: SendPartsOptions,
): Promise<FastifyReply> {
  try {
    const first = await parts.next()
    // Of nothing there is no first part, and no type to tell.
    if (first.done === true) refuse('record/not-found')
    const part = first.value
    const around = isMultipart ? multipart(withFirst(part, parts), bareType(part)) : undefined
    const length = isLengthKnown ? part.length : undefined
    return await sendBytes(reply, around?.bytes ?? bytesOf(part), {
      headers: {
        ...headers,
        'content-type': around?.contentType ?? part.type,
        ...(length === undefined
          ? {}
          : { 'content-length': length + (around?.lengthAround(part) ?? 0) }),
      },
      signal,
    })
  } catch (error) {
    // The reader has left or the server stops: nobody's fault, and nothing to report.
    if (signal.aborted && !reply.sent) refuse('server/unavailable')
    throw error
  } finally {
    await parts.return(undefined)
  }
}

async function* withFirst(first: Part, rest: AsyncGenerator<Part>) {
  yield first
  yield* rest
}
