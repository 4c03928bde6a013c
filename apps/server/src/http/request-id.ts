import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isRequestId, runForRequest } from '../telemetry/request-context.ts'

const requestIdHeader = 'x-request-id'

/** The number of proxies in front of the server, or their networks. */
export type TrustedProxies = false | number | string[]

const getFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** Tells whether the other end of a connection is a proxy that the settings name. */
function createProxyCheck(proxies: TrustedProxies): (address: string) => boolean {
  if (proxies === false) return () => false
  // A number of proxies says that every connection comes from one.
  if (typeof proxies === 'number') return () => proxies > 0
  const list = new BlockList()
  for (const network of proxies) {
    const [base = '', prefix] = network.split('/')
    if (prefix === undefined) list.addAddress(base, getFamily(base))
    else list.addSubnet(base, Number(prefix), getFamily(base))
  }
  return (address) => isIP(address) !== 0 && list.check(address, getFamily(address))
}

/**
 * Takes the ID of a request from a trusted proxy, so that its log and ours can be compared, and
 * creates one for all others: a client could write the same ID into thousands of lines.
 */
export function createRequestIds(proxies: TrustedProxies) {
  const isProxy = createProxyCheck(proxies)
  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const given = headers[requestIdHeader]
    const isTrusted = typeof given === 'string' && isProxy(socket.remoteAddress ?? '')
    return isTrusted && isRequestId(given) ? given : randomUUID()
  }
}

/** Answers with the ID of the request, and gives it to all that the request starts. */
export function followRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(requestIdHeader, request.id)
    runForRequest(request.id, done)
  })
  // A body is read by events of the connection, which do not belong to the request.
  app.addHook('preHandler', (request, _reply, done) => runForRequest(request.id, done))
}
