import type { Logger } from '@talus/node-kit/logger'
import { SecondStoreUnavailable } from '../../files/index.ts'

/** One bad sector must not keep all other images from being handled; an outage ends the run. */
const outagesMax = 3

/** Returns a handler that logs the first errors of a run and throws a later one. */
export function createOutageCounter(log: Pick<Logger, 'warn'>) {
  let outages = 0
  return (error: unknown): undefined => {
    outages += 1
    if (outages >= outagesMax || error instanceof SecondStoreUnavailable) throw error
    log.warn({ err: error }, 'an old image could not be handled; the next one is tried')
  }
}
