import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface SlowRequestLimits {
  /** For a request with a JSON body to arrive, and the intervals at which it is checked. */
  readonly requestMs: number
  readonly requestRateMs: number
  /** The longest pause between two chunks of an uploaded file. */
  readonly idleMs: number
  /** An upload is checked at these intervals. */
  readonly rateMs: number
  /** A request that is slower than this is ended. */
  readonly bytesPerSecond: number
  /** For the rest of a request that was refused before it had arrived. */
  readonly refusedMs: number
}

/** The slowest connection of a clinic delivers ten times as much. */
const defaults: SlowRequestLimits = {
  requestMs: 120_000,
  requestRateMs: 15_000,
  idleMs: 60_000,
  rateMs: 30_000,
  bytesPerSecond: 2000,
  refusedMs: 2000,
}

/** Node checks at these intervals whether the headers of a request have arrived in time. */
export const headerLimits = { headersTimeout: 15_000, connectionsCheckingInterval: 5000 } as const

/** Ends a request that trickles in, unless it waits for this server. */
function watchRate({ raw }: FastifyRequest, rateMs: number, bytesPerSecond: number) {
  const rateBytes = (bytesPerSecond * rateMs) / 1000
  let before = raw.socket.bytesRead
  const timer = setInterval(() => {
    if (raw.complete) return clearInterval(timer)
    const { bytesRead } = raw.socket
    // Bytes that wait in the buffer are not the sender's fault.
    if (bytesRead - before < rateBytes && raw.readableLength === 0) raw.destroy()
    before = bytesRead
  }, rateMs)
  raw.once('close', () => clearInterval(timer))
}

/** Ends requests whose JSON body does not arrive in time, and uploads that stall. */
export function endSlowRequests(app: FastifyInstance, changed: Partial<SlowRequestLimits> = {}) {
  const limits = { ...defaults, ...changed }
  app.addHook('onRequest', async (request) => {
    const { raw, routeOptions } = request
    // A request that tests inject has no socket to stall.
    const hasSocket = raw.socket instanceof Socket
    if (routeOptions.config.takesStream) {
      if (!hasSocket) return
      raw.setTimeout(limits.idleMs, () => raw.destroy())
      watchRate(request, limits.rateMs, limits.bytesPerSecond)
      return
    }
    if (hasSocket && !raw.complete) watchRate(request, limits.requestRateMs, limits.bytesPerSecond)
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy()
    }, limits.requestMs)
    raw.once('close', () => clearTimeout(timer))
  })
  app.addHook('onResponse', async ({ raw }) => {
    // A sender who reads the answer stops; another one does not hold the connection.
    if (!(raw.socket instanceof Socket) || raw.complete) return
    const timer = setTimeout(() => {
      if (!raw.complete) raw.socket.destroy()
    }, limits.refusedMs)
    raw.once('end', () => clearTimeout(timer))
    raw.resume()
  })
}
