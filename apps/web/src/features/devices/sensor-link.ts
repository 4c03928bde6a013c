import { limits } from '@talus/contract'
import type { BridgeFault, CapturePreview, CapturedImage, SensorId } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { call } from '../../api/call.ts'
import { followStream } from '../../api/event-stream.ts'
import { sensorEventOf } from '../../api/sensor-events.ts'
import { eventReader } from '../../api/stream-text.ts'
import type { ServerEvent } from '../../api/stream-text.ts'
import { createStore } from '../../store.ts'
import { hear, isIdle, nothingHeard, stateOf } from './sensor-state.ts'
import type { SensorNews } from './sensor-state.ts'
import { whileHeld } from './while-held.ts'

/** What a sensor's stream tells besides its state. */
export interface SensorListener {
  readonly onPreview?: ((preview: CapturePreview) => void) | undefined
  readonly onImage?: ((captured: CapturedImage) => void) | undefined
  readonly onFault?: ((fault: BridgeFault, captureId: string | null) => void) | undefined
}

/** A bridge is back within seconds of its end. */
const longestWaitMs = 5000

/** One connection to a sensor for the whole page, open while somebody holds it. */
function createSensorLink(id: SensorId) {
  const store = createStore(nothingHeard)
  const listeners = new Set<SensorListener>()
  const note = (news: SensorNews) => store.set((now) => hear(now, news))

  const onEvent = (told: ServerEvent) => {
    const event = sensorEventOf(told)
    if (event?.name === 'state') note({ type: 'told', status: event.data })
    for (const { onPreview, onImage, onFault } of listeners) {
      if (event?.name === 'preview') onPreview?.(event.data)
      if (event?.name === 'image') onImage?.(event.data)
      if (event?.name === 'fault') onFault?.(event.data.fault, event.data.captureId)
    }
  }

  async function poll(signal: AbortSignal) {
    const asked = store.get().told
    const given = { params: { id } }
    const within = AbortSignal.any([signal, AbortSignal.timeout(limits.sensorPollMs)])
    try {
      const { status } = await call(routes.sensor.status, given, { signal: within, isQuiet: true })
      if (!signal.aborted) note({ type: 'answered', status, asked })
    } catch {
      if (!signal.aborted) note({ type: 'unanswered' })
    }
  }

  const held = whileHeld({
    start: (signal) => {
      note({ type: 'connecting' })
      const stream = {
        reader: () => eventReader(onEvent),
        onOpen: () => note({ type: 'opened' }),
        onClose: () => note({ type: 'closed' }),
        longestWaitMs,
      }
      void followStream(routes.sensor.events, { params: { id } }, stream, signal)
      void poll(signal)
      const polls = setInterval(() => void poll(signal), limits.sensorPollMs)
      signal.addEventListener('abort', () => clearInterval(polls))
    },
    onEnd: () => store.set(nothingHeard),
    mayRest: () => isIdle(stateOf(store.get())),
  })

  return {
    store,
    hold: held.hold,
    /** Connects now, where a connection has failed and is waited with. */
    again: () => {
      const { isStreamOpen, isTried } = store.get()
      if (isTried && !isStreamOpen) held.again()
    },
    listen: (listener: SensorListener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type SensorLink = ReturnType<typeof createSensorLink>
const links = new Map<SensorId, SensorLink>()

export function sensorLink(id: SensorId): SensorLink {
  const link = links.get(id) ?? createSensorLink(id)
  links.set(id, link)
  return link
}
