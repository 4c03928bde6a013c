import type { FastifyReply } from 'fastify'
import { sendBytes } from './send-bytes.ts'

/** A line of JSON for each thing, as soon as it is known. */
export const ndjson = (reply: FastifyReply, things: AsyncIterable<unknown>) =>
  sendBytes(reply, linesOf(things), {
    headers: {
      'content-type': 'application/x-ndjson; charset=utf-8',
      // A proxy that gathers the lines would show no progress.
      'x-accel-buffering': 'no',
    },
  })

async function* linesOf(things: AsyncIterable<unknown>) {
  for await (const thing of things) yield Buffer.from(`${JSON.stringify(thing)}\n`)
}
