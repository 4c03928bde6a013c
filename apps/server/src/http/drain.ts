import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** The time between the announcement of a stop and the stop itself. */
export interface Drain {
  readonly isDraining: () => boolean
  /** Resolves when balancers have had the time to notice that the server is not ready. */
  readonly run: () => Promise<void>
}

/**
 * A planned stop behind a balancer refuses no request: the server says that it is not ready, answers
 * what still arrives, and asks to close each connection after its response.
 */
export function createDrain(app: FastifyInstance, seconds: number): Drain {
  let isDraining = false
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  return {
    isDraining: () => isDraining,
    run: async () => {
      isDraining = true
      if (seconds > 0) await sleep(seconds * 1000)
    },
  }
}
