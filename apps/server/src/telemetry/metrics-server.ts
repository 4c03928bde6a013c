import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from '@talus/node-kit/logger'
import { formatMetrics, metricsType } from './format-metrics.ts'
import type { Registry } from './registry.ts'

export interface MetricsServerSettings {
  readonly metrics:
    | {
        readonly port: number
        readonly host: string
        /** Demanded from every caller if it is set; on other addresses than loopback it always is. */
        readonly token: string | undefined
      }
    | undefined
  readonly registry: Pick<Registry, 'read'>
  readonly log: Pick<Logger, 'error'>
}

export interface MetricsServer {
  readonly port: number
  readonly close: () => Promise<void>
}

const hash = (text: string) => createHash('sha256').update(text).digest()

/** Compares in the same time, wherever the first difference is. */
const hasToken = (header: string | undefined, token: string) =>
  timingSafeEqual(hash(header ?? ''), hash(`Bearer ${token}`))

/** A few Prometheus servers ask; anything more would take the server's time. */
const connectionsMax = 16

/**
 * Answers `GET /metrics` on a port of its own, so that no balancer in front of the web port can make
 * it public.
 */
export async function openMetricsServer({
  metrics,
  registry,
  log,
}: MetricsServerSettings): Promise<MetricsServer | undefined> {
  if (!metrics) return undefined
  const { port, host, token } = metrics
  const server = createServer(
    { requestTimeout: 10_000, headersTimeout: 5000 },
    (request, reply) => {
      const [path] = (request.url ?? '').split('?')
      request.resume()
      if (token !== undefined && !hasToken(request.headers.authorization, token)) {
        reply.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
        return
      }
      if (path !== '/metrics' || (request.method !== 'GET' && request.method !== 'HEAD')) {
        reply.writeHead(404).end()
        return
      }
      registry.read().then(
        (families) =>
          reply
            .writeHead(200, { 'content-type': metricsType, 'cache-control': 'no-store' })
            .end(formatMetrics(families)),
        (error: unknown) => {
          log.error({ err: error }, 'the metrics could not be read')
          reply.writeHead(500).end()
        },
      )
    },
  )
  server.maxConnections = connectionsMax
  server.listen(port, host)
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
