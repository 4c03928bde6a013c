import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'

/** A client that no longer reads must not fill the memory. */
const unreadMax = 8_000_000

export interface StreamSource {
  readonly type: string
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<string | Uint8Array>>
  /** Adds events of the server to the stream. Returns a function that ends the subscription. */
  readonly subscribe?: (write: (text: string) => void) => () => void
}

/**
 * Pipes a stream of the bridge to the client, until either side disconnects or `stop` is aborted.
 */
export async function pipeToReply(
  reply: FastifyReply,
  { type, open, subscribe }: StreamSource,
  stop: AbortSignal,
): Promise<FastifyReply> {
  const disconnected = new AbortController()
  reply.raw.once('close', () => disconnected.abort())
  const chunks = await open(AbortSignal.any([disconnected.signal, stop]))
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  reply.hijack()
  reply.raw.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-cache, no-store, no-transform',
    'x-accel-buffering': 'no',
    connection: 'close',
  })
  reply.raw.flushHeaders()
  const unsubscribe = subscribe?.((text) => {
    if (reply.raw.writableLength > unreadMax) reply.raw.destroy()
    else if (!reply.raw.writableEnded) reply.raw.write(text)
  })
  // A disconnect of the client needs no handling. A bridge that disconnects ends the stream, which
  // tells the client.
  await pipeline(chunks, reply.raw).catch(() => undefined)
  unsubscribe?.()
  return reply
}
