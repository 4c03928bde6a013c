import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'

interface PinnedRequest {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

const noBodyStatuses: ReadonlySet<number> = new Set([204, 304])

/**
 * `fetch` for a server that is known by its certificate. No other certificate is accepted, so the
 * connection fails before the first byte of the request is sent. The name in the certificate does
 * not matter: the computer may get another address.
 */
export function createPinnedFetch(certificate: string) {
  const agent = new Agent({
    ca: certificate,
    keepAlive: true,
    // A resumed session would not present the certificate again.
    maxCachedSessions: 0,
    checkServerIdentity: () => undefined,
  })
  return (url: string, { method, headers, body, signal }: PinnedRequest): Promise<Response> =>
    new Promise((resolve, reject) => {
      const outgoing = request(url, { method, headers, signal, agent }, (incoming) => {
        const status = incoming.statusCode ?? 502
        const init = { status, headers: toHeaders(incoming.headers) }
        if (noBodyStatuses.has(status)) {
          incoming.resume()
          return resolve(new Response(null, init))
        }
        return resolve(new Response(toWebStream(incoming), init))
      })
      outgoing.once('error', reject)
      outgoing.end(body)
    })
}

export type PinnedFetch = ReturnType<typeof createPinnedFetch>

/** `Readable.toWeb` has a type that `Response` does not accept where the types of browsers are known. */
function toWebStream(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array, undefined> = incoming[Symbol.asyncIterator]()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void incoming.destroy(),
  })
}

function toHeaders(headers: Readonly<Record<string, string | readonly string[] | undefined>>) {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string') result.set(name, value)
  return result
}
