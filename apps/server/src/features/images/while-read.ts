import type { FastifyReply } from 'fastify'

/** A reader that takes nothing for so long has gone, or has forgotten that it is reading. */
const stalledAfterMs = 60_000

/** Aborted when the server stops, the reader leaves, or takes nothing any more. */
export function whileRead(reply: FastifyReply, stopping: AbortSignal) {
  const gone = new AbortController()
  const leave = () => gone.abort()
  const { raw } = reply
  raw.once('close', leave)
  raw.setTimeout(stalledAfterMs, leave)
  stopping.addEventListener('abort', leave)
  if (stopping.aborted) leave()
  return { signal: gone.signal, ended: () => stopping.removeEventListener('abort', leave) }
}
