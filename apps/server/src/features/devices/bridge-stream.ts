import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'

/** What the bridge tells, handed on as it comes, until either side has enough or `stop` is raised. */
export async function handOn(
  reply: FastifyReply,
  type: string,
  open: (signal: AbortSignal) => Promise<Response>,
  stop: AbortSignal,
): Promise<FastifyReply> {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  const { body } = await open(AbortSignal.any([gone.signal, stop]))
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
  // Who has left is not told; a bridge that has gone ends the stream, which says so (DEV-13).
  if (body) await pipeline(chunksOf(body), reply.raw).catch(() => undefined)
  else reply.raw.end()
  return reply
}

async function* chunksOf(body: NonNullable<Response['body']>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
