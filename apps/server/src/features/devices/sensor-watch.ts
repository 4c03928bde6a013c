import { setTimeout as sleep } from 'node:timers/promises'
import type { BridgeEvent } from '@talus/contract'
import type { SensorPlace } from './bridges.ts'
import { blocksIn, eventIn } from './sensor-events.ts'

/** The bridge gives a sign of life every 10 s. */
const silenceMs = 25_000
const againMs = 1000

type Listener = (event: BridgeEvent) => void

/**
 * Hears all that a sensor tells, and connects again whenever the line breaks: each connection begins
 * with the state of now and the frames that wait, so that little can be missed.
 */
export function watchSensor({ bridge, name }: SensorPlace) {
  const listeners = new Set<Listener>()
  const end = new AbortController()

  async function listen() {
    const line = new AbortController()
    const signal = AbortSignal.any([line.signal, end.signal])
    let silence = setTimeout(() => line.abort(), silenceMs)
    try {
      const { body } = await bridge.events(name, signal)
      for await (const block of blocksIn(body)) {
        clearTimeout(silence)
        silence = setTimeout(() => line.abort(), silenceMs)
        const event = eventIn(block)
        if (event) for (const listener of listeners) listener(event)
      }
    } catch {
      // It has gone, or is not there yet: tried again below.
    } finally {
      clearTimeout(silence)
    }
  }

  async function keepListening() {
    while (!end.signal.aborted) {
      await listen()
      await sleep(againMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
    }
  }
  void keepListening()

  return {
    subscribe: (listener: Listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop: () => end.abort(),
  }
}

export type SensorWatch = ReturnType<typeof watchSensor>
