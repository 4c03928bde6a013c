import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { TLSSocket, createSecureContext } from 'node:tls'
import { createConnectionLimits } from './connection-limits.ts'
import type { ConnectionBounds } from './connection-limits.ts'
import { serveAssociation } from './serve-association.ts'
import type { ServeLimits } from './serve-limits.ts'
import type { Service } from './service.ts'

export interface AcceptorLimits extends ServeLimits, ConnectionBounds {}

const defaultLimits: AcceptorLimits = {
  associations: 64,
  perAddress: 16,
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

/** Listens for associations. Rejects if the port cannot be opened. */
export async function acceptAssociations<Session>(
  options: AcceptorOptions<Session>,
): Promise<Acceptor> {
  const limits = { ...defaultLimits, ...options.limits }
  const secureContext =
    options.tls && createSecureContext({ ...options.tls, sessionIdContext: 'talus-dicom' })
  const connections = new Map<Socket, { readonly abort: () => void }>()
  const countConnection = createConnectionLimits(limits, options.knowsAddress ?? (() => false))

  const server = createServer({ noDelay: true }, (tcp) => {
    tcp.on('error', () => undefined)
    const address = (tcp.remoteAddress ?? '').replace(/^::ffff:/u, '')
    const counted = countConnection(tcp, address)
    if (tcp.destroyed) return
    tcp.once('close', () => connections.delete(tcp))
    const secure = secureContext && new TLSSocket(tcp, { ...tlsOptions, secureContext })
    const readCertificate = () =>
      secure?.getPeerX509Certificate()?.fingerprint256.replaceAll(':', '').toLowerCase()
    const serveOptions = { address, isTls: secure !== undefined, readCertificate, limits, counted }
    connections.set(tcp, serveAssociation(secure ?? tcp, options, serveOptions))
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
