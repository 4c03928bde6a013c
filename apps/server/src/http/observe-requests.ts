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

interface RequestObserver {
  readonly onBegin?: (request: FastifyRequest) => void
  readonly onEnd: (ended: EndedRequest, request: FastifyRequest) => void
}

const abandonedStatus = 499

const isEventStream = ({ routeOptions }: FastifyRequest) =>
  routeOptions.config.isEventStream === true

export interface RequestOutputs {
  /** Gets one line for each request. */
  readonly log?: Pick<Logger, 'info'> | undefined
  /** Counts requests, their duration, refused sign-ins and open event streams. */
  readonly registry?: Registry | undefined
}

/** Follows each request once for all outputs, until its response is complete or abandoned. */
export function observeRequests(app: FastifyInstance, { log, registry }: RequestOutputs): void {
  const observers: readonly RequestObserver[] = [
    ...(log ? [createLogObserver(log)] : []),
    ...(registry ? [createCounter(registry)] : []),
  ]
  if (observers.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply
    const started = performance.now()
    // The response loses its socket before it ends; a request that tests inject counts no bytes.
    const { socket }: { readonly socket: { readonly bytesWritten?: number } } = request.raw
    // Only the log has the bytes; reading them adds up what the socket still holds.
    const before = log ? (socket.bytesWritten ?? 0) : 0
    let isOver = false
    const end = (isComplete: boolean) => {
      if (isOver) return
      isOver = true
      const bytes = log ? Math.max(0, (socket.bytesWritten ?? 0) - before) || readLength(reply) : 0
      const ms = performance.now() - started
      // A client ends an event stream when it has seen enough.
      const isAbandoned = !isComplete && !(isEventStream(request) && raw.headersSent)
      const ended = describe(request, reply, { ms, bytes, isAbandoned })
      for (const { onEnd } of observers) onEnd(ended, request)
    }
    for (const { onBegin } of observers) onBegin?.(request)
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

const createLogObserver = (log: Pick<Logger, 'info'>): RequestObserver => ({
  onEnd: (ended) => {
    if (!isGoodHealth(ended)) log.info(ended, 'request')
  },
})

/** Returns the value of a key, and creates it the first time. */
function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = create()
  map.set(key, made)
  return made
}

function createCounter(registry: Registry): RequestObserver {
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
  // Found by three small values: joining the labels of a series to its key costs more.
  const counts = new Map<string, Map<string, Map<number, () => void>>>()
  const observed = new Map<string, Map<string, (seconds: number) => void>>()
  const count = (method: string, route: string, status: number) => {
    const ofRoute = getOrCreate(counts, route, () => new Map<string, Map<number, () => void>>())
    const ofMethod = getOrCreate(ofRoute, method, () => new Map<number, () => void>())
    getOrCreate(ofMethod, status, () => requests.bind([method, route, String(status)]))()
  }
  const observe = (method: string, route: string, seconds: number) => {
    const ofRoute = getOrCreate(observed, route, () => new Map<string, (value: number) => void>())
    getOrCreate(ofRoute, method, () => durations.bind([method, route]))(seconds)
  }
  return {
    onBegin: (request) => {
      running += 1
      if (isEventStream(request)) streams.add(request)
    },
    onEnd: ({ method, route, status, ms, code }, request) => {
      running -= 1
      count(method, route, status)
      if (isEventStream(request)) streams.delete(request)
      else observe(method, route, ms / 1000)
      if (code?.startsWith('auth/')) refused.add([code])
    },
  }
}
