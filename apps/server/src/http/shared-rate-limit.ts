import type { FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { CallCount } from '../db/call-count.ts'

export type CountCall = (caller: string, max: number, windowMs: number) => Promise<CallCount>

interface RouteInfo {
  readonly method?: string | readonly string[]
  readonly url?: string
}

/**
 * A store for the rate limit of calls without a sign-in that all servers share. If the count cannot
 * be read, the call goes on: it needs the database, too, and will be refused as unavailable.
 */
export function createSharedRateLimit(countCall: CountCall): FastifyRateLimitStoreCtor {
  return class SharedStore {
    readonly #route: string

    constructor(options: object) {
      const { routeInfo }: { readonly routeInfo?: RouteInfo } = options
      this.#route = routeInfo ? `${String(routeInfo.method)} ${routeInfo.url}` : ''
    }

    incr(
      caller: string,
      done: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs = 60_000,
      max = Infinity,
    ) {
      void this.#count(caller, max, windowMs, (result) => done(null, result))
    }

    async #count(
      caller: string,
      max: number,
      windowMs: number,
      answer: (result: { current: number; ttl: number }) => void,
    ): Promise<void> {
      let result = { current: 0, ttl: 0 }
      try {
        const { count, remainingMs } = await countCall(`${this.#route} ${caller}`, max, windowMs)
        result = { current: count, ttl: remainingMs }
      } catch {
        // Not counted: see above.
      }
      answer(result)
    }

    child(options: object) {
      return new SharedStore(options)
    }
  }
}
