import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { domainToASCII } from 'node:url'
import { Refusal } from '@talus/contract'
import { toConnectionRefusal } from './connection-refusal.ts'
import type { Endpoint } from './connection-refusal.ts'
import { stripBrackets, resolveHost } from './resolve-host.ts'

export interface ConnectionOptions {
  readonly endpoint: Endpoint
  /** Whether the host may be in a private network, such as that of the clinic. */
  readonly mayBePrivate: boolean
  /** TLS from the first byte; `verify` requires a trusted certificate. */
  readonly tls?: { readonly verify: boolean }
  /** Closes the socket at any point. */
  readonly signal: AbortSignal
}

/** Time limit for one of several addresses; the last one has all the remaining time. */
const attemptMs = 1500

/**
 * Connects to a checked address of the host. Every failure is a refusal that names host and port.
 */
export async function openConnection({
  endpoint,
  mayBePrivate,
  tls,
  signal,
}: ConnectionOptions): Promise<Socket> {
  const addresses = await resolveHost(endpoint, { mayBePrivate })
  let socket: Socket = await connectToFirst(addresses, endpoint, signal)
  // Only the outer one of two nested sockets is destroyed here: Node 24 crashes if both are
  // destroyed in one turn of the event loop, the inner one first.
  signal.addEventListener('abort', () => socket.destroy(), { once: true })
  if (signal.aborted) socket.destroy()
  if (tls === undefined) return socket
  socket = tlsConnect({
    socket,
    ...getTlsServerName(endpoint.host),
    rejectUnauthorized: tls.verify,
  })
  socket.on('error', ignoreError)
  try {
    await once(socket, 'secureConnect', { signal: signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw toConnectionRefusal(error, endpoint, 'tls')
  }
}

/** Without a listener an error after the caller has stopped waiting would end the process. */
const ignoreError = () => undefined

async function connectToFirst(
  addresses: readonly string[],
  endpoint: Endpoint,
  signal: AbortSignal,
) {
  const refusals: Refusal[] = []
  for (const [index, address] of addresses.entries()) {
    signal.throwIfAborted()
    const socket = connect({ host: address, port: endpoint.port, noDelay: true })
    socket.on('error', ignoreError)
    const isLast = index === addresses.length - 1
    const attemptSignal = isLast
      ? signal
      : AbortSignal.any([signal, AbortSignal.timeout(attemptMs)])
    try {
      await once(socket, 'connect', { signal: attemptSignal })
      return socket
    } catch (error) {
      socket.destroy()
      refusals.push(toConnectionRefusal(error, endpoint, 'connect'))
    }
  }
  throw chooseRefusal(refusals)
}

/** A refused connection says more than an unreachable address. */
function chooseRefusal(refusals: readonly Refusal[]): Refusal {
  const [first = new Refusal('connection/unreachable')] = refusals
  return (
    refusals.find(({ code }) => code === 'connection/refused') ??
    refusals.find(({ code }) => code === 'connection/time-out') ??
    first
  )
}

/** The name that the certificate must match: the host as entered, not its resolved address. */
export function getTlsServerName(host: string): {
  readonly host: string
  readonly servername?: string
} {
  const name = stripBrackets(host)
  const servername = isIP(name) === 0 ? domainToASCII(name) : ''
  return servername === '' || isIP(servername) !== 0 ? { host: name } : { host: name, servername }
}
