import { Socket } from 'node:net'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { limits, parseAcceptLanguage, refuse } from '@talus/contract'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createErrorReply } from './error-reply.ts'
import { describeError } from './error-report.ts'
import type { ReportError } from './error-report.ts'

export interface ServerSettings {
  readonly log: FastifyBaseLogger
  readonly apiBase: string
  /** The number of proxies in front of the server, or their networks. */
  readonly trustProxy: false | number | string[]
  readonly identity: Readonly<Record<string, string>>
  readonly reportError: ReportError
}

const longestRequestMs = 12 * 3_600_000
const requestMs = 120_000
/** The longest pause between two chunks of an uploaded file. */
const idleMs = 60_000

/** Ends requests whose JSON body does not arrive in time, and uploads that stall. */
function endSlowRequests(app: FastifyInstance) {
  app.addHook('onRequest', async (request) => {
    const { raw, routeOptions } = request
    if (routeOptions.config.takesStream) {
      // A request that tests inject has no socket to stall.
      if (raw.socket instanceof Socket) raw.setTimeout(idleMs, () => raw.destroy())
      return
    }
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, requestMs)
    raw.once('close', () => clearTimeout(timer))
  })
}

/** Fastify trusts no number of proxies by itself: it cannot know that no client connects directly. */
function toTrustedProxies(proxies: ServerSettings['trustProxy']) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}

/** Creates the HTTP server with headers, limits and error handling, without routes. */
export async function createHttpServer(settings: ServerSettings): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: settings.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: toTrustedProxies(settings.trustProxy),
    bodyLimit: limits.jsonBytes,
    // One slow or silent client must not hold a connection for ever. An upload may take hours on a
    // slow connection; `endSlowRequests` gives all other requests less time.
    requestTimeout: longestRequestMs,
    routerOptions: { caseSensitive: false, maxParamLength: 300, ignoreTrailingSlash: true },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  })

  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith(settings.apiBase) && !config?.access)
      throw new Error(`${url} declares no access rule; declare the route in packages/contract`)
  })
  endSlowRequests(app)
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.toLowerCase().startsWith(settings.apiBase.toLowerCase())) {
      void reply.headers(settings.identity)
      void reply.header('cache-control', 'no-store')
    }
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'blob:', 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'worker-src': ["'self'", 'blob:'],
        'object-src': ["'none'"],
        'base-uri': ["'self'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    // The clinic's PC serves plain http on loopback; a proxy in front of the cloud sets this.
    strictTransportSecurity: false,
    // Cross-origin isolation would need https on the clinic's network.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  await app.register(rateLimit, { global: false })

  app.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfterSeconds, isUnexpected } = createErrorReply(
      error,
      parseAcceptLanguage(request.headers['accept-language']),
    )
    if (isUnexpected)
      settings.reportError({
        source: 'server',
        ...describeError(error),
        page: `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
      })
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds)
    return reply.code(status).send(body)
  })
  app.setNotFoundHandler(() => refuse('route/not-found'))
  return app
}
