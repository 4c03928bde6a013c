import type { FastifyReply } from 'fastify'
import { refuse } from '@talus/contract'
import { sendBytes } from '../../http/send-bytes.ts'
import { getBareType, streamPart, createMultipart } from './multipart-writer.ts'
import type { ResponsePart } from './multipart-writer.ts'

/** A client that keeps a file asks with its tag whether the file has changed, as by annotating. */
export const createCacheHeaders = (tag: string) => ({
  etag: tag,
  vary: 'authorization, accept',
})

export function isCachedByClient(reply: FastifyReply, tag: string): boolean {
  const known = reply.request.headers['if-none-match']
  return known?.split(/\s*,\s*/u).some((one) => one.replace(/^W\//u, '') === tag) ?? false
}

export const sendNotModified = (reply: FastifyReply, tag: string) =>
  reply.code(304).headers(createCacheHeaders(tag)).send()

/**
 * Sent as bytes: Fastify would add a charset to the type, and some clients compare the whole
 * header.
 */
export const sendJson = (reply: FastifyReply, type: string, text: string) =>
  reply.header('content-type', type).send(Buffer.from(text))

export interface SendPartsOptions {
  readonly isMultipart: boolean
  /** There is one part, and its length is certain. */
  readonly isLengthKnown: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/** Sends parts as a multipart response, or the only one by itself. */
export async function sendParts(
  reply: FastifyReply,
  parts: AsyncGenerator<ResponsePart>,
  { isMultipart, isLengthKnown, headers, signal }: SendPartsOptions,
): Promise<FastifyReply> {
  try {
    const first = await parts.next()
    // Without a part there is no content type to send.
    if (first.done === true) refuse('record/not-found')
    const part = first.value
    const wrapped = isMultipart
      ? createMultipart(withFirst(part, parts), getBareType(part))
      : undefined
    const length = isLengthKnown ? part.length : undefined
    return await sendBytes(reply, wrapped?.bytes ?? streamPart(part), {
      headers: {
        ...headers,
        'content-type': wrapped?.contentType ?? part.type,
        ...(length === undefined
          ? {}
          : { 'content-length': length + (wrapped?.lengthAround(part) ?? 0) }),
      },
      signal,
    })
  } catch (error) {
    // The client has disconnected or the server stops: no error to report.
    if (signal.aborted && !reply.sent) refuse('server/unavailable')
    throw error
  } finally {
    await parts.return(undefined)
  }
}

async function* withFirst(first: ResponsePart, rest: AsyncGenerator<ResponsePart>) {
  yield first
  yield* rest
}
