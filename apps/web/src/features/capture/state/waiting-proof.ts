import { createStore } from '../../../store.ts'

/**
 * Knows for which capture the sensor waits now. What its stream tells may be older than what this page
 * has done since: a late word of the capture that was just disarmed would invite to an exposure that
 * nobody takes. So a sensor that says that it waits is asked, and what it answers counts until this
 * page arms or disarms again.
 */
export function createWaitingProof(
  /** The capture that the sensor waits for at this moment; undefined where it does not wait. */
  ask: (signal: AbortSignal) => Promise<string | undefined>,
) {
  const proven = createStore<string | undefined>(undefined)
  let told: string | undefined
  let asking: AbortController | undefined

  async function prove() {
    const own = new AbortController()
    asking = own
    const asked = told
    // A question that fails is put again with the next word of the sensor.
    const answer = await ask(own.signal).catch(() => undefined)
    if (asking !== own) return
    asking = undefined
    proven.set(answer)
    // It has gone on to another capture meanwhile, and the answer may be older than that.
    if (told !== asked && isOpen()) void prove()
  }
  const isOpen = () => told !== undefined && told !== proven.get()

  /** Whatever is known is of before: this page arms the sensor, or has stopped to wait for it. */
  const forget = () => {
    asking?.abort()
    asking = undefined
    proven.set(undefined)
  }

  return {
    proven,
    forget,
    /** At each word of the sensor: the capture that it says to wait for, if it does. */
    hear: (waitsFor: string | undefined) => {
      told = waitsFor
      if (told === undefined) forget()
      else if (!asking && isOpen()) void prove()
    },
  }
}
