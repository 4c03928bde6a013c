import type { UserId } from '@talus/contract'
import type { FastifyReply } from 'fastify'

const heartbeatMs = 25_000
/** Who leaves so much unread does not read at all. */
const unreadBytes = 64 * 1024

/** One open answer of server-sent events, as HTML's specification has them. */
export class EventStream {
  readonly userId: UserId
  readonly #reply: FastifyReply
  readonly #heartbeat: NodeJS.Timeout

  constructor(userId: UserId, reply: FastifyReply, onEnd: () => void) {
    this.userId = userId
    this.#reply = reply
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    reply.hijack()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-store, no-transform',
      // A proxy that gathers answers would hold the news back.
      'x-accel-buffering': 'no',
      // It carries nothing after this, and must not hold up a server that stops.
      connection: 'close',
    })
    raw.flushHeaders()
    // A line that died unnoticed is noticed by writing to it, and proxies close silent ones.
    this.#heartbeat = setInterval(() => this.#write(': still here\n\n'), heartbeatMs).unref()
    raw.once('error', () => undefined)
    const ended = () => {
      clearInterval(this.#heartbeat)
      onEnd()
    }
    // Who left while he was being admitted is told only once, and that was before.
    if (raw.destroyed) queueMicrotask(ended)
    else raw.once('close', ended)
  }

  send(event: string, data: string | number): void {
    this.#write(`event: ${event}\ndata: ${data}\n\n`)
  }

  end(): void {
    this.#reply.raw.end()
  }

  #write(text: string): void {
    const { raw } = this.#reply
    if (raw.destroyed || raw.writableEnded) return
    if (raw.writableLength > unreadBytes) raw.destroy()
    else raw.write(text)
  }
}
