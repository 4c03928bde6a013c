import type { BridgeSensorName } from '@talus/contract'
import { createTimerGroup } from '../timing.ts'
import type { SimulatedGenerator } from './simulated-generator.ts'
import { createSimulatedSensor } from './simulated-sensor.ts'
import type { SimulatedSensor } from './simulated-sensor.ts'
import type { SimulatedSensorSettings } from './simulated-panel.ts'

type ExposeOutcome =
  | ReturnType<SimulatedSensor['irradiate']>
  | ReturnType<SimulatedGenerator['press']>

interface SimulatorSettings extends Omit<SimulatedSensorSettings, 'name' | 'memory' | 'onArmed'> {
  readonly openMemory: (name: BridgeSensorName) => SimulatedSensorSettings['memory']
  /**
   * The generator of the general sensor's radiation; without a simulated one the sensor is exposed
   * at once.
   */
  readonly generator: SimulatedGenerator | undefined
  readonly autoExposeSeconds: number | null
}

/** A simulated X-ray system: sensors, a generator, and the exposure switch. */
export function createSimulator(names: readonly BridgeSensorName[], settings: SimulatorSettings) {
  const { timing, generator, slowness = 1 } = settings
  const autoExpose = new Map<BridgeSensorName, number | null>()
  const sensors = new Map<BridgeSensorName, SimulatedSensor>()
  const exposureTimers = new Map<BridgeSensorName, ReturnType<typeof createTimerGroup>>()

  function expose(name: BridgeSensorName): ExposeOutcome {
    const sensor = sensors.get(name)
    if (!sensor) return 'absent'
    // An intra-oral tube has its own switch.
    if (name === 'dental' || !generator) return sensor.irradiate()
    const outcome = generator.press(() => void sensor.irradiate())
    return outcome === 'absent' ? sensor.irradiate() : outcome
  }

  function scheduleExposure(name: BridgeSensorName) {
    const seconds = autoExpose.get(name)
    if (seconds != null)
      exposureTimers.get(name)?.after(seconds * 1000 * slowness, () => void expose(name))
  }

  for (const name of names) {
    autoExpose.set(name, settings.autoExposeSeconds)
    exposureTimers.set(name, createTimerGroup(timing))
    sensors.set(
      name,
      createSimulatedSensor({
        ...settings,
        name,
        // An intra-oral tube is not connected to the generator.
        technique: name === 'dental' ? () => null : settings.technique,
        memory: settings.openMemory(name),
        // A loop that goes on by itself would expose without end until the panel is too hot.
        onArmed: (context) => {
          exposureTimers.get(name)?.cancelAll()
          if (context?.isContinued !== true) scheduleExposure(name)
        },
      }),
    )
  }

  return {
    sensors: sensors as ReadonlyMap<BridgeSensorName, SimulatedSensor>,
    generator,
    expose,
    autoExposeSeconds: (name: BridgeSensorName) => autoExpose.get(name) ?? null,
    setAutoExpose: (name: BridgeSensorName, seconds: number | null) => {
      autoExpose.set(name, seconds)
      if (seconds === null) exposureTimers.get(name)?.cancelAll()
    },
  }
}

export type Simulator = ReturnType<typeof createSimulator>
