import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { TLSSocket, createSecureContext } from 'node:tls'
import { serve } from './serve.ts'
import type { ServeLimits } from './serve.ts'
import type { Service } from './service.ts'
import { sharingMemory } from './shared-reading.ts'

export interface AcceptorLimits extends ServeLimits {
  /** At the same time: in all, and from one address. */
  readonly associations: number
  readonly perAddress: number
}

const defaultLimits: AcceptorLimits = {
  associations: 64,
  perAddress: 16,
  requestMs: 10_000,
  idleMs: 60_000,
  totalMs: 4 * 3_600_000,
  responseMs: 60_000,
  objectBytes: 4 * 1024 ** 3,
  identifierBytes: 65_536,
}

export interface AcceptorOptions<Session> extends Service<Session> {
  /** 0 takes any that is free. */
  readonly port: number
  readonly host?: string
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer }
  readonly limits?: Partial<AcceptorLimits>
}

export interface Acceptor {
  readonly port: number
  /** How many connections are open. */
  readonly open: () => number
  /** No new ones from now on; those that are there have so long to come to an end. */
  readonly stop: (graceMs: number) => Promise<void>
}

/** So many more are heard out and told that there are too many; the rest is hung up on. */
const turnedAwayMax = 128

/** Listens for associations. Rejects when the port is not to be had. */
export async function acceptAssociations<Session>(
  options: AcceptorOptions<Session>,
): Promise<Acceptor> {
  const limits = { ...defaultLimits, ...options.limits }
  const secureContext = options.tls && createSecureContext(options.tls)
  const open = new Map<Socket, { readonly abort: () => void }>()
  const perAddress = new Map<string, number>()
  let served = 0

  const server = createServer({ noDelay: true }, (tcp) => {
    tcp.on('error', () => undefined)
    const address = (tcp.remoteAddress ?? '').replace(/^::ffff:/u, '')
    const count = perAddress.get(address) ?? 0
    const isFull = served >= limits.associations || count >= limits.perAddress
    if (open.size >= limits.associations + turnedAwayMax) {
      tcp.destroy()
      return
    }
    if (!isFull) {
      served += 1
      perAddress.set(address, count + 1)
    }
    tcp.once('close', () => {
      open.delete(tcp)
      if (isFull) return
      served -= 1
      const left = (perAddress.get(address) ?? 1) - 1
      if (left === 0) perAddress.delete(address)
      else perAddress.set(address, left)
    })
    const socket = secureContext
      ? new TLSSocket(tcp, { isServer: true, secureContext })
      : sharingMemory(tcp)
    const serving = { address, isTls: secureContext !== undefined, limits, isFull }
    open.set(tcp, serve(socket, options, serving))
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    open: () => open.size,
    stop: async (graceMs) => {
      const closed = once(server, 'close')
      server.close()
      const timer = setTimeout(() => {
        for (const { abort } of open.values()) abort()
      }, graceMs)
      await closed
      clearTimeout(timer)
    },
  }
}
