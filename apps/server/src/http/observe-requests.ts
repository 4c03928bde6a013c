import type { ClinicId, ErrorCode, UserId } from '@talus/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from '@talus/node-kit/logger'
import { createGauge } from '../telemetry/registry.ts'
import type { Registry } from '../telemetry/registry.ts'
import { readFacts } from './request-facts.ts'

/** A request that has ended, without anything that its sender wrote: no path, query or token. */
interface EndedRequest {
  readonly requestId: string
  readonly method: string
  /** The declared path, such as `/api/image/:id`. */
  readonly route: string
  /** 499, as in nginx, if the client went away before the response was complete. */
  readonly status: number
  readonly ms: number
  readonly bytes: number
  readonly userId: UserId | null
  readonly clinicId: ClinicId | null
  readonly code: ErrorCode | null
}

interface Observer {
  readonly onBegin?: (request: FastifyRequest) => void
  readonly onEnd: (ended: EndedRequest, request: FastifyRequest) => void
}

const abandonedStatus = 499

const isEventStream = ({ routeOptions }: FastifyRequest) =>
  routeOptions.config.isEventStream === true

/** Calls `onEnd` once for each request, when its response is complete or abandoned. */
function observeRequests(app: FastifyInstance, { onBegin, onEnd }: Observer) {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply
    const started = performance.now()
    // The response loses its socket before it ends; a request that tests inject counts no bytes.
    const { socket }: { readonly socket: { readonly bytesWritten?: number } } = request.raw
    const countBytes = () => socket.bytesWritten ?? 0
    const before = countBytes()
    let isOver = false
    const end = (isComplete: boolean) => {
      if (isOver) return
      isOver = true
      const bytes = Math.max(0, countBytes() - before) || readLength(reply)
      const ms = performance.now() - started
      // A client ends an event stream when it has seen enough.
      const isAbandoned = !isComplete && !(isEventStream(request) && raw.headersSent)
      onEnd(describe(request, reply, { ms, bytes, isAbandoned }), request)
    }
    onBegin?.(request)
    raw.on('finish', () => end(true))
    raw.on('close', () => end(false))
    done()
  })
}

const readLength = (reply: FastifyReply) => Number(reply.getHeader('content-length') ?? 0)

function describe(
  request: FastifyRequest,
  { raw }: FastifyReply,
  {
    ms,
    bytes,
    isAbandoned,
  }: { readonly ms: number; readonly bytes: number; readonly isAbandoned: boolean },
): EndedRequest {
  const { actor, clinicId, refusal } = readFacts(request)
  return {
    requestId: request.id,
    method: request.method,
    route: request.routeOptions.url ?? 'unmatched',
    status: isAbandoned ? abandonedStatus : raw.statusCode,
    ms: Math.round(ms * 10) / 10,
    bytes,
    userId: actor?.id ?? null,
    clinicId: clinicId ?? actor?.clinicId ?? null,
    code: refusal ?? null,
  }
}

/** Balancers ask for the health every two seconds; only a bad answer is worth a line. */
const isGoodHealth = ({ route, status }: EndedRequest) =>
  status === 200 && /\/health(?:\/\w+)?$/u.test(route)

/** Writes one line for each request. */
export const logRequests = (app: FastifyInstance, log: Pick<Logger, 'info'>) =>
  observeRequests(app, {
    onEnd: (ended) => {
      if (!isGoodHealth(ended)) log.info(ended, 'request')
    },
  })

/** Counts requests, their duration, refused sign-ins and open event streams. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const requests = registry.counter(
    'talus_http_requests_total',
    'Requests by declared path and status.',
    'method',
    'route',
    'status',
  )
  const durations = registry.histogram(
    'talus_http_request_seconds',
    'Time from the headers of a request to the end of its response, without event streams.',
    'method',
    'route',
  )
  const refused = registry.counter(
    'talus_sign_ins_refused_total',
    'Refused sign-ins, second factors and keys by the code of the refusal.',
    'code',
  )
  let running = 0
  const streams = new Set<FastifyRequest>()
  registry.collect(() => [
    createGauge('talus_http_requests_running', 'Requests that are being answered.', running),
    createGauge('talus_event_streams', 'Open event streams of pages.', streams.size),
  ])
  observeRequests(app, {
    onBegin: (request) => {
      running += 1
      if (isEventStream(request)) streams.add(request)
    },
    onEnd: ({ method, route, status, ms, code }, request) => {
      running -= 1
      requests.add([method, route, String(status)])
      if (isEventStream(request)) streams.delete(request)
      else durations.observe([method, route], ms / 1000)
      if (code?.startsWith('auth/')) refused.add([code])
    },
  })
}
