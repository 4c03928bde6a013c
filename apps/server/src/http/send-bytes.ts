import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * Bytes of which each chunk is only lent: its memory is used again when the next one is asked for.
 * A new piece of memory for every chunk would leave some 80 MB of them behind before Node clears up,
 * as long as a download lasts. Whoever keeps a chunk copies it.
 */
export type LentBytes = AsyncIterable<Uint8Array>

export interface SendOptions {
  readonly headers: Readonly<Record<string, string | number>>
  /** Breaks the answer off at once. */
  readonly signal?: AbortSignal
}

/**
 * Answers with bytes as they come, at the speed of the reader. What fails before the first of them
 * is told in words like any refusal; later, the answer breaks off, so that half of a file is never
 * taken for the whole.
 */
export async function sendBytes(
  reply: FastifyReply,
  bytes: LentBytes,
  { headers, signal }: SendOptions,
): Promise<FastifyReply> {
  const { raw } = reply
  const chunks = bytes[Symbol.asyncIterator]()
  const stop = () => raw.destroy()
  try {
    let next = await chunks.next()
    // From here on only: a refusal has other headers, and must be able to leave.
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
      if (value !== undefined) raw.setHeader(name, value)
    reply.hijack()
    signal?.addEventListener('abort', stop)
    signal?.throwIfAborted()
    for (; next.done !== true; next = await chunks.next()) await written(raw, next.value)
    raw.end()
  } catch (error) {
    if (!reply.sent) throw error
    if (!raw.destroyed) reply.log.error({ err: error }, 'an answer broke off')
    raw.destroy()
  } finally {
    signal?.removeEventListener('abort', stop)
    await chunks.return?.()
  }
  return reply
}

/** Done when the system has taken the bytes over. */
const written = (raw: ServerResponse, chunk: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    const leave = () => reject(new Error('the reader has left'))
    if (raw.destroyed) return leave()
    // A response that waits behind another on its line is never told that the line is gone.
    raw.once('close', leave)
    raw.write(chunk, (error) => {
      raw.off('close', leave)
      if (error) reject(error)
      else resolve()
    })
  })
