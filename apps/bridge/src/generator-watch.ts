import { exState, isExposing } from '@talus/devices'
import type { GeneratorDriver, GeneratorEvent, GeneratorValues } from '@talus/devices'
import type { ExposureTechnique } from '@talus/contract'

/** Distributes the driver's events to many listeners, and keeps the technique for images. */
export function watchGenerator(driver: GeneratorDriver, onError: () => void) {
  const listeners = new Set<(event: GeneratorEvent) => void>()
  let last: GeneratorValues | undefined

  return {
    driver,
    /** The generator's name in the X-ray log: its model, or else its driver. */
    name: driver.model ?? driver.driver,
    start: () =>
      driver.start((event) => {
        const hadError = (last?.ex ?? 0) >= exState.firstError
        last = event.type === 'values' ? event.values : undefined
        if (!hadError && (last?.ex ?? 0) >= exState.firstError) onError()
        for (const listener of listeners) listener(event)
      }),
    stop: () => driver.stop(),
    technique: (): ExposureTechnique | null => {
      if (!last) return null
      const { kv, ma, ms, mx, fo } = last
      return { kv, ma, ms, mx, fo }
    },
    isSwitchPressed: () => last !== undefined && isExposing(last),
    subscribe: (listener: (event: GeneratorEvent) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type GeneratorWatch = ReturnType<typeof watchGenerator>
