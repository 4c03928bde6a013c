import type { GeneratorDriver } from '../driver.ts'
import { GeneratorAbsent } from '../driver.ts'
import { usualScales } from './scales.ts'

/** A clinic that sets its generator by hand. */
export const noGenerator: GeneratorDriver = {
  driver: 'none',
  model: null,
  start: () => undefined,
  stop: () => undefined,
  status: () => {
    throw new GeneratorAbsent('There is no generator')
  },
  scales: () => usualScales,
  set: () => Promise.reject(new GeneratorAbsent('There is no generator')),
}
