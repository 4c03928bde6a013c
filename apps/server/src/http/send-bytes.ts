import type { ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'

/**
 * Bytes in pooled buffers: a chunk is valid only until the next one is requested, and a consumer
 * that keeps it must copy it. A new buffer for every chunk would leave some 80 MB of garbage, for
 * as long as a download lasts, before Node collects it.
 */
export type PooledBytes = AsyncIterable<Uint8Array>

export interface SendBytesOptions {
  readonly headers: Readonly<Record<string, string | number>>
  /** Aborts the response at once. */
  readonly signal?: AbortSignal
}

/**
 * Responds with bytes as they come, at the speed of the reader. An error before the first byte is
 * answered like any refusal; a later one aborts the response, so that no client takes half of a
 * file for the whole.
 */
export async function sendBytes(
  reply: FastifyReply,
  bytes: PooledBytes,
  { headers, signal }: SendBytesOptions,
): Promise<FastifyReply> {
  const { raw } = reply
  const chunks = bytes[Symbol.asyncIterator]()
  const stop = () => raw.destroy()
  try {
    let next = await chunks.next()
    // Set only now: a refusal has other headers, and can still be sent until here.
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers }))
      if (value !== undefined) raw.setHeader(name, value)
    reply.hijack()
    signal?.addEventListener('abort', stop)
    signal?.throwIfAborted()
    for (; next.done !== true; next = await chunks.next()) await writeChunk(raw, next.value)
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

/** Resolves when the operating system has accepted the bytes. */
const writeChunk = (raw: ServerResponse, chunk: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    const onClose = () => reject(new Error('the reader has left'))
    if (raw.destroyed) return onClose()
    // A pipelined response that waits behind another gets no write error when the connection
    // closes.
    raw.once('close', onClose)
    raw.write(chunk, (error) => {
      raw.off('close', onClose)
      if (error) reject(error)
      else resolve()
    })
  })
