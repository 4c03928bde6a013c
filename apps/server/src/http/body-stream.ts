import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { lentBody } from './lent-body.ts'

export interface BodyStream {
  readonly bytes: AsyncIterable<Uint8Array>
  /** The same in place of it, each piece lent until the next one is asked for. */
  readonly lent: () => AsyncIterable<Uint8Array>
  /** When nobody reads on: what is left of the body must not be taken for the next request. */
  readonly leave: () => void
}

/** The body of a request as it comes in. Whoever leaves it early can still answer on the same line. */
export function bodyStream(reply: FastifyReply): BodyStream {
  const body = reply.request.body instanceof Readable ? reply.request.body : Readable.from([])
  return {
    bytes: body.iterator({ destroyOnReturn: false }),
    lent: () => lentBody(body),
    leave: () => {
      if (body.readableEnded) return
      void reply.header('connection', 'close')
      body.resume()
    },
  }
}
