import { createStore } from '../../../store.ts'

/**
 * Confirms which capture the sensor is waiting for. Events of its stream may be older than the last
 * action of this page: a late event of a capture that was just disarmed would prompt the user to
 * make an exposure that is lost. Therefore the status is requested whenever an event says that the
 * sensor waits; the response is valid until this page arms or disarms again.
 */
export function createWaitingConfirmation(
  /** Requests the capture that the sensor waits for now; undefined if it does not wait. */
  fetchAwaited: (signal: AbortSignal) => Promise<string | undefined>,
) {
  const confirmed = createStore<string | undefined>(undefined)
  let reported: string | undefined
  let asking: AbortController | undefined

  async function confirm() {
    const own = new AbortController()
    asking = own
    const before = reported
    // A failed request is repeated at the next event of the sensor.
    const answer = await fetchAwaited(own.signal).catch(() => undefined)
    if (asking !== own) return
    asking = undefined
    confirmed.set(answer)
    // The sensor has moved on to another capture meanwhile, and the response may be older than
    // that.
    if (reported !== before && isOpen()) void confirm()
  }
  const isOpen = () => reported !== undefined && reported !== confirmed.get()

  /** Discards the confirmation: this page arms the sensor, or no longer waits for it. */
  const reset = () => {
    asking?.abort()
    asking = undefined
    confirmed.set(undefined)
  }

  return {
    confirmed,
    reset,
    /** To be called at each sensor event, with the capture it says the sensor waits for. */
    update: (waitsFor: string | undefined) => {
      reported = waitsFor
      if (reported === undefined) reset()
      else if (!asking && isOpen()) void confirm()
    },
  }
}
