import { heartbeatLostMs } from '@talus/contract'
import { GeneratorAbsent } from '@talus/devices'
import type { Timing } from '@talus/devices'
import type { GeneratorControl } from './generator-control.ts'
import type { Log } from './log.ts'

/** How often a power-off that had to wait, or that failed, is tried again. */
const retryMs = 500
/**
 * A timer that fires later than this shows that the bridge itself hung or the computer slept: the
 * requests that came meanwhile are still unread.
 */
const lateMs = 100
/** The time to read them. */
const graceMs = 1000

/**
 * Switches the generator off when no request of a server has come for some seconds: it was killed, it
 * hangs, or the connection is silent, and no user can switch the generator off any more. An exposure
 * in progress is finished first. The generator is switched off once: a user who switches it on at
 * its own console, without a server, keeps it on.
 */
export function watchHeartbeat(
  timing: Timing,
  { isInExposure, readValues, driver }: GeneratorControl,
  log: Log,
) {
  let cancelTimer: () => void = () => undefined
  let isStopped = false

  function wait(milliseconds: number) {
    cancelTimer()
    if (isStopped) return
    const due = timing.now() + milliseconds
    cancelTimer = timing.after(milliseconds, () => {
      if (timing.now() - due > lateMs) wait(graceMs)
      else void switchOff()
    })
  }

  async function switchOff() {
    if (isInExposure()) return wait(retryMs)
    try {
      const values = driver.status()
      if (values === undefined) return wait(retryMs)
      if (values.pw === 0) return undefined
      await driver.set('pw', 0)
      log('power-off', { reason: 'no server' })
    } catch (error) {
      if (error instanceof GeneratorAbsent) return undefined
      log('power-not-off', { reason: String(error) })
      wait(retryMs)
    }
    return undefined
  }

  return {
    start: () => wait(heartbeatLostMs),
    /** A request of a server has arrived. */
    onRequest: () => wait(heartbeatLostMs),
    /** The bridge ends: after that no software can switch the generator off. */
    stop: async () => {
      isStopped = true
      cancelTimer()
      if (readValues()?.pw === 1 && !isInExposure()) await switchOff()
    },
  }
}
