import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { TLSSocket, createSecureContext } from 'node:tls'
import { createConnectionLimits } from './connection-limits.ts'
import type { ConnectionBounds } from './connection-limits.ts'
import { readProxyHeader } from './proxy-header.ts'
import { serveAssociation } from './serve-association.ts'
import type { ServeLimits } from './serve-limits.ts'
import type { Service } from './service.ts'

export interface AcceptorLimits extends ServeLimits, ConnectionBounds {}

const defaultLimits: AcceptorLimits = {
  associations: 64,
  perAddress: 16,
  perOwner: 32,
  reserved: 16,
  waiting: 128,
  waitingPerAddress: 16,
  crowdedMs: 3000,
  requestMs: 10_000,
  idleMs: 60_000,
  totalMs: 4 * 3_600_000,
  responseMs: 60_000,
  objectBytes: 4 * 1024 ** 3,
  identifierBytes: 65_536,
}

export interface AcceptorOptions<Session> extends Service<Session> {
  /** 0 lets the system choose a free port. */
  readonly port: number
  readonly host?: string
  readonly tls?: { readonly key: string | Buffer; readonly cert: string | Buffer }
  readonly limits?: Partial<AcceptorLimits>
  /** Whether a listed device has this address; its connections never give way to others. */
  readonly knowsAddress?: (address: string) => boolean
  /** Whether a balancer has this address; its connections start with a header of the PROXY protocol. */
  readonly isProxy?: (address: string) => boolean
}

export interface Acceptor {
  readonly port: number
  /** Number of open connections. */
  readonly countOpen: () => number
  /** Accepts no new connections; open ones have `graceMs` to finish before they are aborted. */
  readonly stop: (graceMs: number) => Promise<void>
}

/**
 * A client certificate is optional, and no authority vouches for it: the peer proves that it has the
 * private key, and the clinic lists the fingerprint of the certificate.
 */
const tlsOptions = { isServer: true, requestCert: true, rejectUnauthorized: false } as const

/** An IPv4 address as a socket for both families has it: `::ffff:10.0.0.7`. */
const removeIpv4Prefix = (address: string) => address.replace(/^::ffff:(?=\d+\.)/u, '')

/** Listens for associations. Rejects if the port cannot be opened. */
export async function acceptAssociations<Session>(
  options: AcceptorOptions<Session>,
): Promise<Acceptor> {
  const limits = { ...defaultLimits, ...options.limits }
  const secureContext =
    options.tls && createSecureContext({ ...options.tls, sessionIdContext: 'talus-dicom' })
  const connections = new Map<Socket, { readonly abort: () => void }>()
  const countConnection = createConnectionLimits(limits, options.knowsAddress ?? (() => false))

  const serve = (tcp: Socket, address: string) => {
    const counted = countConnection(tcp, address)
    if (tcp.destroyed) return
    tcp.once('close', () => connections.delete(tcp))
    const secure = secureContext && new TLSSocket(tcp, { ...tlsOptions, secureContext })
    const readCertificate = () =>
      secure?.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase()
    const serveOptions = { address, isTls: secure !== undefined, readCertificate, limits, counted }
    connections.set(tcp, serveAssociation(secure ?? tcp, options, serveOptions))
  }

  const server = createServer({ noDelay: true }, (tcp) => {
    tcp.on('error', () => undefined)
    const address = removeIpv4Prefix(tcp.remoteAddress ?? '')
    if (!options.isProxy?.(address)) return serve(tcp, address)
    connections.set(tcp, { abort: () => tcp.destroy() })
    tcp.once('close', () => connections.delete(tcp))
    readProxyHeader(tcp, (caller) => serve(tcp, removeIpv4Prefix(caller ?? address)))
  })
  server.listen(options.port, options.host)
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    countOpen: () => connections.size,
    stop: async (graceMs) => {
      const closed = once(server, 'close')
      server.close()
      const timer = setTimeout(() => {
        for (const { abort } of connections.values()) abort()
      }, graceMs)
      await closed
      clearTimeout(timer)
    },
  }
}
