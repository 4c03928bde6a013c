import type { GeneratorDriver } from '../driver.ts'
import { GeneratorAbsent } from '../driver.ts'
import { defaultScales } from './scales.ts'

/** The driver of a clinic whose generator is not connected to the software. */
export const noGenerator: GeneratorDriver = {
  driver: 'none',
  model: null,
  start: () => undefined,
  stop: () => undefined,
  status: () => {
    throw new GeneratorAbsent('There is no generator')
  },
  scales: () => defaultScales,
  set: () => Promise.reject(new GeneratorAbsent('There is no generator')),
}
