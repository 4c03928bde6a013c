import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from '../outbound/loopback.ts'

interface Caller {
  readonly remoteAddress: string | undefined
  readonly httpVersion: string
  readonly headers: IncomingHttpHeaders
}

/** Headers of proxies: behind one on this computer, every caller has a loopback address. */
const proxyHeaders = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host']

const getHost = (address: string): string | undefined =>
  URL.canParse(address) ? new URL(address).hostname : undefined

/**
 * Whether a request comes from a program on the computer of the server, and not through a proxy on
 * it. The `Host` must name this computer: the page of a stranger, open in a browser here, can give
 * its own name a loopback address. nginx calls with HTTP/1.0 and the address of the server as `Host`
 * unless its settings say otherwise.
 */
export function isSameComputer({ remoteAddress, httpVersion, headers }: Caller): boolean {
  if (!isLoopback(remoteAddress ?? '') || httpVersion !== '1.1') return false
  if (proxyHeaders.some((name) => headers[name] !== undefined)) return false
  const named = [`http://${headers.host ?? ''}`, headers.origin].filter(
    (address) => address !== undefined,
  )
  return named.every((address) => isLoopback(getHost(address) ?? ''))
}
