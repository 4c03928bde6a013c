import type { SimulatorGeneratorFault } from '@talus/contract'
import { GeneratorAbsent } from '../driver.ts'
import type { GeneratorDriver, GeneratorEvent, GeneratorValues } from '../driver.ts'
import { defaultScales } from '../generator/scales.ts'
import { exState, applyOrder } from '../generator/technique.ts'
import { createTimerGroup } from '../timing.ts'
import type { Timing } from '../timing.ts'

const errorCode = 21
const prepMs = 800
const readyMs = 250

export type PressOutcome = 'pressed' | 'off' | 'busy' | 'error' | 'absent'

export interface SimulatedGenerator extends GeneratorDriver {
  /** Presses the exposure switch, which only a simulated generator allows by software. */
  readonly press: (onRadiation: () => void) => PressOutcome
  readonly setFault: (fault: SimulatorGeneratorFault, isOn: boolean) => void
  readonly faults: () => SimulatorGeneratorFault[]
  /** The values on its display, even while it simulates its absence. */
  readonly values: () => GeneratorValues
}

export function createSimulatedGenerator(timing: Timing, slowness = 1): SimulatedGenerator {
  const faults = new Set<SimulatorGeneratorFault>()
  const timers = createTimerGroup(timing)
  let emit: (event: GeneratorEvent) => void = () => undefined
  let values: GeneratorValues = { mx: 2, ms: 20, ma: 100, kv: 60, ex: 0, pw: 0, fo: 0, ws: 1 }

  const requirePresent = () => {
    if (faults.has('no-generator')) throw new GeneratorAbsent('There is no generator')
  }
  const setValues = (changed: GeneratorValues) => {
    values = changed
    emit({ type: 'values', values })
  }
  const setEx = (ex: number) => setValues({ ...values, ex })

  return {
    driver: 'simulator',
    model: 'Simulator',
    start: (listener) => {
      emit = listener
      emit({ type: 'values', values })
    },
    stop: () => timers.cancelAll(),
    status: () => {
      requirePresent()
      return values
    },
    scales: () => defaultScales,
    set: async (order, value) => {
      requirePresent()
      // As on a real generator, nothing can be changed during an exposure.
      if (values.ex === exState.idle || values.ex >= exState.firstError)
        setValues(applyOrder(values, order, value, defaultScales))
      return values
    },
    press: (onRadiation) => {
      if (faults.has('no-generator')) return 'absent'
      if (values.pw !== 1) return 'off'
      if (values.ex >= exState.firstError) return 'error'
      if (values.ex !== exState.idle) return 'busy'
      setEx(exState.prep)
      timers.after(prepMs * slowness, () => setEx(exState.ready))
      timers.after((prepMs + readyMs) * slowness, () => {
        setEx(exState.exposing)
        onRadiation()
      })
      timers.after((prepMs + readyMs) * slowness + values.ms, () => setEx(exState.idle))
      return 'pressed'
    },
    setFault: (fault, isOn) => {
      if (isOn) faults.add(fault)
      else faults.delete(fault)
      if (fault === 'generator-error') {
        timers.cancelAll()
        setEx(isOn ? errorCode : exState.idle)
      } else if (isOn) emit({ type: 'silent' })
      else emit({ type: 'values', values })
    },
    faults: () => [...faults],
    values: () => values,
  }
}
