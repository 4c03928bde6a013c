import type { IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import { limits, parseAcceptLanguage, refuse } from '@talus/contract'
import Fastify, { LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { createErrorReply } from './error-reply.ts'
import { describeError } from './error-report.ts'
import type { ReportError } from './error-report.ts'
import { noteRefusal } from './request-facts.ts'
import { cleanForwardedAddresses } from './forwarded-for.ts'
import { createRequestIds, followRequestIds } from './request-id.ts'
import type { TrustedProxies } from './request-id.ts'
import { createSharedRateLimit } from './shared-rate-limit.ts'
import type { CountCall } from './shared-rate-limit.ts'
import { endSlowRequests, headerLimits } from './slow-requests.ts'
import { closeUnusedConnections } from './unused-connections.ts'

export interface ServerSettings {
  readonly log: FastifyBaseLogger
  readonly apiBase: string
  /** The address at which browsers reach the server, perhaps through a proxy. */
  readonly publicUrl: string
  readonly trustProxy: TrustedProxies
  readonly identity: Readonly<Record<string, string>>
  readonly reportError: ReportError
  /** Counts calls without a sign-in for several servers; otherwise this server counts its own. */
  readonly countCall?: CountCall | undefined
}

const longestRequestMs = 12 * 3_600_000

/** Requests whose address the router cannot read, with its error and the address. */
const unroutable = new WeakMap<IncomingMessage, { readonly error: Error; readonly url: string }>()

/**
 * Answers a request with an address that the router cannot read like any other error, with all
 * headers: it is routed again as "/", and then refused.
 */
function refuseUnroutable(app: FastifyInstance) {
  app.addHook('onRequest', async ({ raw }) => {
    const found = unroutable.get(raw)
    if (found) throw found.error
  })
}

/**
 * Closing the server closes its idle connections. One whose request is still running then would stay
 * open after its response, for the 72 seconds in which a client may send the next request.
 */
function closeAfterLastResponse(app: FastifyInstance) {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onResponse', async () => {
    // The connection is idle after this event.
    if (isClosing) setImmediate(() => app.server.closeIdleConnections())
  })
}

/**
 * The router ignores the case of a path, but not behind a parameter: `image/2.JPG` would be an image
 * with the id "2.JPG".
 */
const lowerCaseEnding = (url: string, apiBase: string) =>
  url.toLowerCase().startsWith(apiBase.toLowerCase())
    ? url.replace(/^([^?]*\/\d+)\.jpg(?=$|\?)/iu, '$1.jpg')
    : url

const halfYearSeconds = 182 * 24 * 3600

/** Fastify trusts no number of proxies by itself: it cannot know that no client connects directly. */
function toTrustedProxies(proxies: TrustedProxies) {
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
}

/** Creates the HTTP server with headers, limits and error handling, without routes. */
export async function createHttpServer(settings: ServerSettings): Promise<FastifyInstance> {
  const app: FastifyInstance = Fastify({
    loggerInstance: settings.log,
    rewriteUrl: ({ url = '' }) => lowerCaseEnding(url, settings.apiBase),
    frameworkErrors: (error, { raw }, reply) => {
      if (unroutable.has(raw)) return
      unroutable.set(raw, { error, url: raw.url ?? '' })
      raw.url = '/'
      app.routing(raw, reply.raw)
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(settings.trustProxy),
    // Every line of a request has its ID already; a logger for each request would repeat it.
    childLoggerFactory: (log) => log,
    trustProxy: toTrustedProxies(settings.trustProxy),
    bodyLimit: limits.jsonBytes,
    // One slow or silent client must not hold a connection for ever. An upload may take hours on a
    // slow connection; `endSlowRequests` gives all other requests less time.
    requestTimeout: longestRequestMs,
    http: headerLimits,
    routerOptions: { caseSensitive: false, maxParamLength: 300, ignoreTrailingSlash: true },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
  })

  app.addHook('onRoute', ({ url, config }) => {
    if (url.startsWith(settings.apiBase) && !config?.access)
      throw new Error(`${url} declares no access rule; declare the route in packages/contract`)
  })
  cleanForwardedAddresses(app)
  followRequestIds(app)
  endSlowRequests(app)
  closeAfterLastResponse(app)
  closeUnusedConnections(app)
  app.addHook('onRequest', async (request, reply) => {
    const url = unroutable.get(request.raw)?.url ?? request.url
    if (url.toLowerCase().startsWith(settings.apiBase.toLowerCase())) {
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
    // The clinic's PC serves plain http; browsers use https where the public address does.
    strictTransportSecurity: settings.publicUrl.startsWith('https:')
      ? { maxAge: halfYearSeconds, includeSubDomains: false }
      : false,
    // Cross-origin isolation would need https on the clinic's network.
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  refuseUnroutable(app)
  const { countCall } = settings
  const store = countCall && createSharedRateLimit(countCall)
  await app.register(rateLimit, { global: false, ...(store && { store }) })

  app.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfterSeconds, isUnexpected } = createErrorReply(
      error,
      parseAcceptLanguage(request.headers['accept-language']),
    )
    noteRefusal(request, body.code)
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
