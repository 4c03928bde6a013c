import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { readPooledBody } from './pooled-body.ts'

export interface BodyStream {
  readonly bytes: AsyncIterable<Uint8Array>
  /**
   * Use instead of `bytes`: the body in pooled buffers, each piece valid until the next one is
   * requested.
   */
  readonly pooledBytes: () => AsyncIterable<Uint8Array>
  /** Call when reading stops early: the rest of the body must not be parsed as the next request. */
  readonly discard: () => void
}

/**
 * The body of a request as it arrives. A handler that stops reading early can still send its
 * response.
 */
export function openBodyStream(reply: FastifyReply): BodyStream {
  const body = reply.request.body instanceof Readable ? reply.request.body : Readable.from([])
  return {
    bytes: body.iterator({ destroyOnReturn: false }),
    pooledBytes: () => readPooledBody(body),
    discard: () => {
      if (body.readableEnded) return
      void reply.header('connection', 'close')
      body.resume()
    },
  }
}
