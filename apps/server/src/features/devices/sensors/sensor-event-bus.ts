import type { CapturedImage, CapturePreview, ClinicId } from '@talus/contract'

/** An event of a sensor that the server itself publishes, with the clinic that owns the data. */
export type SensorEvent = { readonly clinicId: ClinicId } & (
  | { readonly event: 'preview'; readonly data: CapturePreview }
  | { readonly event: 'image'; readonly data: CapturedImage }
)

type Listener = (event: SensorEvent) => void

/** The event bus from captures to the clients that watch the sensor. */
export function createSensorEventBus() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    publish: (sensorKey: string, event: SensorEvent) => {
      for (const listener of listeners.get(sensorKey) ?? []) listener(event)
    },
    subscribe: (sensorKey: string, listener: Listener) => {
      const subscribers = listeners.get(sensorKey) ?? new Set()
      listeners.set(sensorKey, subscribers.add(listener))
      return () => void subscribers.delete(listener)
    },
  }
}

export type SensorEventBus = ReturnType<typeof createSensorEventBus>
