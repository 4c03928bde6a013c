import type { Logger } from '@talus/node-kit/logger'

type Stop = () => void | Promise<void>

/** How a service stops, in the two phases in which the HTTP server closes. */
export interface Stops {
  /** Accepts nothing new and ends streams and waiting calls, before the HTTP server closes. */
  readonly drain?: Stop
  /** Frees all that requests may use; called when the last request has ended. */
  readonly stop?: Stop
}

/**
 * The open services, which stop in reverse order of opening: a service may use those opened before
 * it until it has stopped.
 */
export interface StopList {
  /** Registers a service that has been opened. */
  readonly add: (name: string, stops: Stops) => void
  readonly drain: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** A service that fails to stop is logged, and the others stop nevertheless. */
export function createStopList(log: Pick<Logger, 'error'>): StopList {
  const services: (Stops & { readonly name: string })[] = []

  async function run(phase: keyof Stops): Promise<void> {
    for (const service of services.toReversed())
      try {
        await service[phase]?.()
      } catch (error) {
        log.error({ err: error, service: service.name, phase }, 'a service did not stop in order')
      }
  }

  return {
    add: (name, stops) => void services.push({ name, ...stops }),
    drain: () => run('drain'),
    stop: () => run('stop'),
  }
}
