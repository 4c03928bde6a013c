import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'

/** A screen that no longer reads must not fill the memory. */
const unreadMax = 8_000_000

export interface Stream {
  readonly type: string
  readonly open: (signal: AbortSignal) => Promise<AsyncIterable<string | Uint8Array>>
  /** Tells more than the bridge does. Returns what ends it. */
  readonly beside?: (write: (text: string) => void) => () => void
}

/** What the bridge tells, handed on as it comes, until either side has enough or `stop` is raised. */
export async function handOn(
  reply: FastifyReply,
  { type, open, beside }: Stream,
  stop: AbortSignal,
): Promise<FastifyReply> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const chunks = await open(AbortSignal.any([gone.signal, stop]))
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
  const leave = beside?.((text) => {
    if (reply.raw.writableLength > unreadMax) reply.raw.destroy()
    else if (!reply.raw.writableEnded) reply.raw.write(text)
  })
  // Who has left is not told; a bridge that has gone ends the stream, which says so (DEV-13).
  await pipeline(chunks, reply.raw).catch(() => undefined)
  leave?.()
  return reply
}
