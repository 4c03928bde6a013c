import type { UserId } from '@talus/contract'
import type { FastifyReply } from 'fastify'

const heartbeatMs = 25_000
/** A client with so much unread data does not read at all. */
const unreadBytes = 64 * 1024

/** One open response of server-sent events, as specified by HTML. */
export class EventStream {
  readonly userId: UserId
  readonly #reply: FastifyReply
  readonly #heartbeat: NodeJS.Timeout
  readonly #maxUnreadBytes: number

  constructor(
    userId: UserId,
    reply: FastifyReply,
    onEnd: () => void,
    maxUnreadBytes: number = unreadBytes,
  ) {
    this.userId = userId
    this.#maxUnreadBytes = maxUnreadBytes
    this.#reply = reply
    const { raw } = reply
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) raw.setHeader(name, value)
    reply.hijack()
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-store, no-transform',
      // Prevents a buffering proxy from delaying the events.
      'x-accel-buffering': 'no',
      // The connection is not reused, and must not delay the shutdown of the server.
      connection: 'close',
    })
    raw.flushHeaders()
    // Writing detects a dead connection, and proxies close silent ones.
    this.#heartbeat = setInterval(() => this.#write(': still here\n\n'), heartbeatMs).unref()
    raw.once('error', () => undefined)
    const ended = () => {
      clearInterval(this.#heartbeat)
      onEnd()
    }
    // A client that disconnected before this point emits no further close event.
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
    if (raw.writableLength > this.#maxUnreadBytes) raw.destroy()
    else raw.write(text)
  }
}
