import type { FastifyReply } from 'fastify'

/** A client that reads nothing for this long has disconnected or stalled. */
const stalledAfterMs = 60_000

/**
 * Returns a signal that is aborted when the server stops, or when the client disconnects or stalls.
 */
export function abortOnDisconnect(reply: FastifyReply, stopping: AbortSignal) {
  const disconnected = new AbortController()
  const abort = () => disconnected.abort()
  const { raw } = reply
  raw.once('close', abort)
  raw.setTimeout(stalledAfterMs, abort)
  stopping.addEventListener('abort', abort)
  if (stopping.aborted) abort()
  return {
    signal: disconnected.signal,
    release: () => stopping.removeEventListener('abort', abort),
  }
}
