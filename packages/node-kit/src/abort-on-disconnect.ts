import type { ServerResponse } from 'node:http'

/** A client that reads nothing for this long has disconnected or stalled. */
const defaultStalledAfterMs = 60_000

export interface DisconnectOptions {
  /** Aborts the response as well, for example when the server stops. */
  readonly stopping: AbortSignal
  readonly stalledAfterMs?: number | undefined
}

/**
 * Returns a signal that is aborted when the client disconnects or stalls, or by `stopping`. It is
 * also aborted after the last byte was sent, since the response closes then.
 */
export function abortOnDisconnect(
  response: ServerResponse,
  { stopping, stalledAfterMs = defaultStalledAfterMs }: DisconnectOptions,
): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort(stopping.reason)
  stopping.addEventListener('abort', stop, { once: true })
  if (stopping.aborted) stop()
  response.setTimeout(stalledAfterMs, () => controller.abort(new Error('the client has stalled')))
  response.once('close', () => {
    stopping.removeEventListener('abort', stop)
    controller.abort(new Error('the client has disconnected'))
  })
  return controller.signal
}
