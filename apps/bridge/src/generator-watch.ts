import { exState } from '@talus/devices'
import type { GeneratorDriver, GeneratorEvent, GeneratorValues } from '@talus/devices'
import type { ExposureTechnique } from '@talus/contract'

/** One listener of the driver, many listeners of ours; and what an image has to know of it. */
export function generatorWatch(driver: GeneratorDriver, onError: () => void) {
  const listeners = new Set<(event: GeneratorEvent) => void>()
  let last: GeneratorValues | undefined

  return {
    driver,
    /** As the log of exposures calls it: by its model, else by how it is reached. */
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
    subscribe: (listener: (event: GeneratorEvent) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export type GeneratorWatch = ReturnType<typeof generatorWatch>
