import { once } from 'node:events'
import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'
import { domainToASCII } from 'node:url'
import { Refusal } from '@talus/contract'
import { connectionFault } from './connection-fault.ts'
import type { Place } from './connection-fault.ts'
import { bareHost, resolveHost } from './resolve-host.ts'

export interface Wanted {
  readonly place: Place
  /** Whether the host may stand in a private network, such as that of the clinic. */
  readonly mayBePrivate: boolean
  /** Encrypted from the first byte; `verify` asks for a certificate that is trusted. */
  readonly tls?: { readonly verify: boolean }
  /** Closes the socket, at whatever point. */
  readonly over: AbortSignal
}

/** One of several addresses may be dead; the last one has all the time that is left. */
const attemptMs = 1500

/** Connects to a checked address of the host. Every fault is a verdict that names host and port. */
export async function openConnection({ place, mayBePrivate, tls, over }: Wanted): Promise<Socket> {
  const addresses = await resolveHost(place, { mayBePrivate })
  let socket: Socket = await connectToFirst(addresses, place, over)
  // Of two sockets, one in the other, only the outer one is ever destroyed here: Node 24 crashes
  // when both are in one turn, the inner one first.
  over.addEventListener('abort', () => socket.destroy(), { once: true })
  if (over.aborted) socket.destroy()
  if (tls === undefined) return socket
  socket = tlsConnect({ socket, ...identity(place.host), rejectUnauthorized: tls.verify })
  socket.on('error', ignored)
  try {
    await once(socket, 'secureConnect', { signal: over })
    return socket
  } catch (error) {
    socket.destroy()
    throw connectionFault(error, place, 'tls')
  }
}

/** Without a listener an error that comes late, when nobody waits any more, ends the process. */
const ignored = () => undefined

async function connectToFirst(addresses: readonly string[], place: Place, over: AbortSignal) {
  const verdicts: Refusal[] = []
  for (const [index, address] of addresses.entries()) {
    over.throwIfAborted()
    const socket = connect({ host: address, port: place.port, noDelay: true })
    socket.on('error', ignored)
    const isLast = index === addresses.length - 1
    const signal = isLast ? over : AbortSignal.any([over, AbortSignal.timeout(attemptMs)])
    try {
      await once(socket, 'connect', { signal })
      return socket
    } catch (error) {
      socket.destroy()
      verdicts.push(connectionFault(error, place, 'connect'))
    }
  }
  throw mostTelling(verdicts)
}

/** That one address refused says more than that there is no way to another one. */
function mostTelling(verdicts: readonly Refusal[]): Refusal {
  const [first = new Refusal('connection/unreachable')] = verdicts
  return (
    verdicts.find(({ code }) => code === 'connection/refused') ??
    verdicts.find(({ code }) => code === 'connection/time-out') ??
    first
  )
}

/** The name that the certificate must bear: the one that was asked for, not the address found. */
export function identity(host: string): { readonly host: string; readonly servername?: string } {
  const name = bareHost(host)
  const servername = isIP(name) === 0 ? domainToASCII(name) : ''
  return servername === '' || isIP(servername) !== 0 ? { host: name } : { host: name, servername }
}
