import type { GeneratorFaultOfSimulator } from '@talus/contract'
import { GeneratorAbsent } from '../driver.ts'
import type { GeneratorDriver, GeneratorEvent, GeneratorValues } from '../driver.ts'
import { usualScales } from '../generator/scales.ts'
import { exState, withOrder } from '../generator/technique.ts'
import { timerGroup } from '../timing.ts'
import type { Timing } from '../timing.ts'

const errorCode = 21
const prepMs = 800
const readyMs = 250

export type PressOutcome = 'pressed' | 'off' | 'busy' | 'error' | 'absent'

export interface SimulatedGenerator extends GeneratorDriver {
  /** The switch in a person's hand, which only a simulated generator has. */
  readonly press: (onRadiation: () => void) => PressOutcome
  readonly setFault: (fault: GeneratorFaultOfSimulator, isOn: boolean) => void
  readonly faults: () => GeneratorFaultOfSimulator[]
  /** As its display shows them, even where it plays absent. */
  readonly values: () => GeneratorValues
}

export function simulatedGenerator(timing: Timing, slowness = 1): SimulatedGenerator {
  const faults = new Set<GeneratorFaultOfSimulator>()
  const timers = timerGroup(timing)
  let emit: (event: GeneratorEvent) => void = () => undefined
  let values: GeneratorValues = { mx: 2, ms: 20, ma: 100, kv: 60, ex: 0, pw: 0, fo: 0, ws: 1 }

  const mustBeThere = () => {
    if (faults.has('no-generator')) throw new GeneratorAbsent('There is no generator')
  }
  const become = (changed: GeneratorValues) => {
    values = changed
    emit({ type: 'values', values })
  }
  const withEx = (ex: number) => become({ ...values, ex })

  return {
    driver: 'simulator',
    model: 'Simulator',
    start: (listener) => {
      emit = listener
      emit({ type: 'values', values })
    },
    stop: () => timers.cancelAll(),
    status: () => {
      mustBeThere()
      return values
    },
    scales: () => usualScales,
    set: async (order, value) => {
      mustBeThere()
      // Like the real one: while it exposes nothing can be changed.
      if (values.ex === exState.idle || values.ex >= exState.firstError)
        become(withOrder(values, order, value, usualScales))
      return values
    },
    press: (onRadiation) => {
      if (faults.has('no-generator')) return 'absent'
      if (values.pw !== 1) return 'off'
      if (values.ex >= exState.firstError) return 'error'
      if (values.ex !== exState.idle) return 'busy'
      withEx(exState.prep)
      timers.after(prepMs * slowness, () => withEx(exState.ready))
      timers.after((prepMs + readyMs) * slowness, () => {
        withEx(exState.exposing)
        onRadiation()
      })
      timers.after((prepMs + readyMs) * slowness + values.ms, () => withEx(exState.idle))
      return 'pressed'
    },
    setFault: (fault, isOn) => {
      if (isOn) faults.add(fault)
      else faults.delete(fault)
      if (fault === 'generator-error') {
        timers.cancelAll()
        withEx(isOn ? errorCode : exState.idle)
      } else if (isOn) emit({ type: 'silent' })
      else emit({ type: 'values', values })
    },
    faults: () => [...faults],
    values: () => values,
  }
}
