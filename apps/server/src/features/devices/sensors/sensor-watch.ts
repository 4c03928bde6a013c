import { setTimeout as sleep } from 'node:timers/promises'
import type { BridgeEvent } from '@talus/contract'
import type { AttachedSensor } from '../connection/bridges.ts'
import { readEventBlocks, parseEventBlock } from './bridge-events.ts'

/** The bridge sends a heartbeat every 10 s. */
const silenceMs = 25_000
const retryMs = 1000

type Listener = (event: BridgeEvent) => void

/**
 * Subscribes to all events of a sensor, and reconnects whenever the connection breaks. Each
 * connection starts with the current state and the waiting frames, so that hardly any event is
 * missed.
 */
export function watchSensor({ bridge, name }: AttachedSensor) {
  const listeners = new Set<Listener>()
  const end = new AbortController()

  async function listen() {
    const connection = new AbortController()
    const signal = AbortSignal.any([connection.signal, end.signal])
    let silence = setTimeout(() => connection.abort(), silenceMs)
    try {
      const { body } = await bridge.events(name, signal)
      for await (const block of readEventBlocks(body)) {
        clearTimeout(silence)
        silence = setTimeout(() => connection.abort(), silenceMs)
        const event = parseEventBlock(block)
        if (event) for (const listener of listeners) listener(event)
      }
    } catch {
      // The bridge has disconnected or is not started yet: the loop below retries.
    } finally {
      clearTimeout(silence)
    }
  }

  async function keepListening() {
    while (!end.signal.aborted) {
      await listen()
      await sleep(retryMs, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
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
