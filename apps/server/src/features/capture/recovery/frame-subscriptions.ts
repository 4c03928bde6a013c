import type { AttachedSensor } from '../../devices/index.ts'
import type { SensorSlots } from '../exposure/sensor-slot.ts'

/** Subscriptions to the events of the registered sensors. */
export function createFrameSubscriptions(slots: SensorSlots, onFrame: () => void) {
  const subscribed = new Set<string>()

  /**
   * Subscribes to the sensor, so that new frames are imported at once and its event stream is open
   * when a user captures.
   */
  function subscribeTo(attached: AttachedSensor) {
    const { watch } = slots.getOrCreate(attached)
    if (subscribed.has(attached.key)) return
    subscribed.add(attached.key)
    watch.subscribe(({ event }) => {
      if (event === 'frame') onFrame()
    })
  }

  /** A bridge that was removed from the settings is no longer called. */
  function unsubscribeFromRemoved(registered: ReadonlySet<string>) {
    for (const key of subscribed) {
      if (registered.has(key) || slots.find(key)?.active) continue
      subscribed.delete(key)
      slots.remove(key)
    }
  }

  return {
    update: (sensors: readonly AttachedSensor[]) => {
      for (const attached of sensors) subscribeTo(attached)
      unsubscribeFromRemoved(new Set(sensors.map(({ key }) => key)))
    },
  }
}
