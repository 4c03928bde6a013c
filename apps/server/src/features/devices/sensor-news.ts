import type { CapturedImage, CapturePreview, ClinicId } from '@talus/contract'

/** What the server itself has to tell of a sensor, and whose data it is. */
export type SensorNews = { readonly clinicId: ClinicId } & (
  | { readonly event: 'preview'; readonly data: CapturePreview }
  | { readonly event: 'image'; readonly data: CapturedImage }
)

type Listener = (news: SensorNews) => void

/** From those who take images to those who look at the sensor. */
export function sensorNews() {
  const listeners = new Map<string, Set<Listener>>()
  return {
    tell: (sensorKey: string, news: SensorNews) => {
      for (const listener of listeners.get(sensorKey) ?? []) listener(news)
    },
    subscribe: (sensorKey: string, listener: Listener) => {
      const those = listeners.get(sensorKey) ?? new Set()
      listeners.set(sensorKey, those.add(listener))
      return () => void those.delete(listener)
    },
  }
}

export type SensorNewsDesk = ReturnType<typeof sensorNews>
