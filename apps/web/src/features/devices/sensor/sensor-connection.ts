import { limits } from '@talus/contract'
import type { BridgeFault, CapturePreview, CapturedImage, SensorId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { call } from '../../../api/call.ts'
import { subscribeToStream } from '../../../api/event-stream.ts'
import type { StreamListener } from '../../../api/event-stream.ts'
import { parseSensorEvent } from '../../../api/sensor-events.ts'
import { createEventReader } from '../../../api/stream-parser.ts'
import type { ServerEvent } from '../../../api/stream-parser.ts'
import { createStore } from '../../../store.ts'
import { applyUpdate, isIdle, initialSensorState, getSensorState } from './sensor-state.ts'
import type { SensorUpdate } from './sensor-state.ts'
import { createSharedConnection } from '../shared-connection.ts'

/** Callbacks for the events of a sensor other than its state. */
export interface SensorListener {
  readonly onPreview?: ((preview: CapturePreview) => void) | undefined
  readonly onImage?: ((captured: CapturedImage) => void) | undefined
  readonly onFault?: ((fault: BridgeFault, captureId: string | null) => void) | undefined
}

/** A bridge that has stopped is restarted within seconds. */
const maxReconnectMs = 5000

/**
 * Creates the connection to a sensor, shared by the whole page and open while a component uses it.
 */
function createSensorConnection(id: SensorId) {
  const store = createStore(initialSensorState)
  const listeners = new Set<SensorListener>()
  const update = (change: SensorUpdate) => store.set((now) => applyUpdate(now, change))

  const onEvent = (serverEvent: ServerEvent) => {
    const event = parseSensorEvent(serverEvent)
    if (event?.name === 'state') update({ type: 'reported', status: event.data })
    for (const { onPreview, onImage, onFault } of listeners) {
      if (event?.name === 'preview') onPreview?.(event.data)
      if (event?.name === 'image') onImage?.(event.data)
      if (event?.name === 'fault') onFault?.(event.data.fault, event.data.captureId)
    }
  }

  async function poll(signal: AbortSignal) {
    const countAtRequest = store.get().eventCount
    const request = { params: { id } }
    const pollSignal = AbortSignal.any([signal, AbortSignal.timeout(limits.sensorPollMs)])
    try {
      const { status } = await call(routes.sensor.status, request, {
        signal: pollSignal,
        isQuiet: true,
      })
      if (!signal.aborted) update({ type: 'polled', status, countAtRequest })
    } catch {
      if (!signal.aborted) update({ type: 'poll-failed' })
    }
  }

  const connection = createSharedConnection({
    start: (signal) => {
      update({ type: 'connecting' })
      const stream: StreamListener = {
        createReader: () => createEventReader(onEvent),
        onOpen: () => update({ type: 'opened' }),
        onClose: () => update({ type: 'closed' }),
        maxWaitMs: maxReconnectMs,
      }
      void subscribeToStream({ kind: 'sensor', sensorId: id }, stream, signal)
      void poll(signal)
      const polls = setInterval(() => void poll(signal), limits.sensorPollMs)
      signal.addEventListener('abort', () => clearInterval(polls))
    },
    onEnd: () => store.set(initialSensorState),
    mayPause: () => isIdle(getSensorState(store.get())),
  })

  return {
    store,
    acquire: connection.acquire,
    /** Reconnects now instead of waiting for the next retry. */
    reconnect: () => {
      const { isStreamOpen, wasAttempted } = store.get()
      if (wasAttempted && !isStreamOpen) connection.reconnect()
    },
    subscribe: (listener: SensorListener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type SensorConnection = ReturnType<typeof createSensorConnection>
const connections = new Map<SensorId, SensorConnection>()

export function getSensorConnection(id: SensorId): SensorConnection {
  const connection = connections.get(id) ?? createSensorConnection(id)
  connections.set(id, connection)
  return connection
}
