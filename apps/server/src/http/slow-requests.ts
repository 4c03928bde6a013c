import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

export interface SlowRequestLimits {
  /** For a request with a JSON body to arrive. */
  readonly requestMs: number
  /** The longest pause between two chunks of an uploaded file. */
  readonly idleMs: number
  /** An upload is checked at these intervals, and ended if fewer bytes have arrived. */
  readonly rateMs: number
  readonly rateBytes: number
  /** For the rest of a request that was refused before it had arrived. */
  readonly refusedMs: number
}

/** The slowest connection of a clinic delivers ten times as much. */
const defaults: SlowRequestLimits = {
  requestMs: 120_000,
  idleMs: 60_000,
  rateMs: 30_000,
  rateBytes: 60_000,
  refusedMs: 2000,
}

/** Ends an upload that trickles in, unless it waits for this server. */
function watchRate({ raw }: FastifyRequest, { rateMs, rateBytes }: SlowRequestLimits) {
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
    if (routeOptions.config.takesStream) {
      // A request that tests inject has no socket to stall.
      if (!(raw.socket instanceof Socket)) return
      raw.setTimeout(limits.idleMs, () => raw.destroy())
      watchRate(request, limits)
      return
    }
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
