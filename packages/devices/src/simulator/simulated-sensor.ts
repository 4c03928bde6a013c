import type { SimulatorSensorFault } from '@talus/contract'
import type { SensorDriver, SensorDriverEvent } from '../driver.ts'
import { profiles } from './profiles.ts'
import { createSensorFaults } from './sensor-faults.ts'
import { createSimulatedHealth } from './simulated-health.ts'
import { createSimulatedPanel } from './simulated-panel.ts'
import type { SimulatedSensorSettings } from './simulated-panel.ts'

export type IrradiateOutcome = 'exposed' | 'not-armed' | 'not-detected'

export interface SimulatedSensor extends SensorDriver {
  /** Only a simulated sensor can be irradiated by software. */
  readonly irradiate: () => IrradiateOutcome
  readonly setFault: (fault: SimulatorSensorFault, isOn: boolean) => void
  readonly faults: () => SimulatorSensorFault[]
}

export function createSimulatedSensor(settings: SimulatedSensorSettings): SimulatedSensor {
  const { timing, memory, random } = settings
  const profile = profiles[settings.name]
  const faults = createSensorFaults()
  const healthSimulator = createSimulatedHealth(profile, timing, random)
  let emit: (event: SensorDriverEvent) => void = () => undefined
  const panel = createSimulatedPanel(settings, {
    faults,
    emit: (event) => emit(event),
    onExposed: healthSimulator.warmUp,
  })

  function getDoseFactor(): number {
    if (faults.consume('saturated')) return 60
    return faults.consume('under-exposed') ? 0.03 : 1
  }

  return {
    about: profile.about,
    frameBytesMax: profile.frameBytesMax,
    start: (listener) => {
      emit = listener
      panel.start()
    },
    stop: panel.stop,
    health: () => healthSimulator.now(faults.all(), panel.isConnected()),
    prepare: (captureId, context) => panel.prepare({ captureId, context }),
    disarm: () => {
      if (panel.phase() !== 'exposed') panel.cleanUp(profile.cleanupMs / 2)
    },
    read: panel.read,
    release: (exposureId) => {
      // Releasing a frame that was delivered twice must not end the next exposure.
      if (memory.read()?.exposureId !== exposureId) return
      memory.clear()
      if (panel.isConnected()) panel.cleanUp(profile.cleanupMs)
    },
    irradiate: () => {
      if (panel.phase() !== 'armed') return 'not-armed'
      if (faults.consume('time-out')) return 'not-detected'
      panel.expose(getDoseFactor())
      return 'exposed'
    },
    setFault: (fault, isOn) => {
      faults.set(fault, isOn)
      if (fault === 'disconnected' && isOn) panel.disconnect()
      else if (fault === 'disconnected') panel.connect()
      else if (fault === 'over-temperature' && isOn)
        emit({ type: 'fault', fault: 'over-temperature' })
      emit({ type: 'health' })
    },
    faults: () => [...faults.all()],
  }
}
