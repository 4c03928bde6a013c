import type { FastifyReply } from 'fastify'
import { sendBytes } from './send-bytes.ts'

const headers = {
  'content-type': 'application/x-ndjson; charset=utf-8',
  // A proxy that buffers the lines would hide the progress.
  'x-accel-buffering': 'no',
}

/** Sends one line of JSON per item, as soon as it is available. */
export const sendNdjson = (reply: FastifyReply, items: AsyncIterable<unknown>) =>
  sendBytes(reply, toLines(items), { headers })

/** The same for a single item, whose response is sent in one piece. */
export const sendNdjsonLine = (reply: FastifyReply, item: unknown): FastifyReply =>
  reply.headers(headers).send(`${JSON.stringify(item)}\n`)

async function* toLines(items: AsyncIterable<unknown>) {
  for await (const item of items) yield Buffer.from(`${JSON.stringify(item)}\n`)
}
