import type { BridgeSensorName } from '@talus/contract'
import { timerGroup } from '../timing.ts'
import type { SimulatedGenerator } from './simulated-generator.ts'
import { simulatedSensor } from './simulated-sensor.ts'
import type { SimulatedSensor, SimulatedSensorSettings } from './simulated-sensor.ts'

type ExposeOutcome =
  | ReturnType<SimulatedSensor['irradiate']>
  | ReturnType<SimulatedGenerator['press']>

interface RoomSettings extends Omit<SimulatedSensorSettings, 'name' | 'memory' | 'onArmed'> {
  readonly memoryOf: (name: BridgeSensorName) => SimulatedSensorSettings['memory']
  /** The one whose radiation the general sensor receives; another kind of driver, or none, exposes at once. */
  readonly generator: SimulatedGenerator | undefined
  readonly autoExposeSeconds: number | null
}

/** A simulated X-ray room: sensors, a generator, and the hand on the switch. */
export function simulatedRoom(names: readonly BridgeSensorName[], settings: RoomSettings) {
  const { timing, generator, slowness = 1 } = settings
  const autoExpose = new Map<BridgeSensorName, number | null>()
  const sensors = new Map<BridgeSensorName, SimulatedSensor>()
  const hands = new Map<BridgeSensorName, ReturnType<typeof timerGroup>>()

  function expose(name: BridgeSensorName): ExposeOutcome {
    const sensor = sensors.get(name)
    if (!sensor) return 'absent'
    // An intra-oral tube hangs on the wall and has its own switch.
    if (name === 'dental' || !generator) return sensor.irradiate()
    const outcome = generator.press(() => void sensor.irradiate())
    return outcome === 'absent' ? sensor.irradiate() : outcome
  }

  function scheduleExposure(name: BridgeSensorName) {
    hands.get(name)?.cancelAll()
    const seconds = autoExpose.get(name)
    if (seconds != null) hands.get(name)?.after(seconds * 1000 * slowness, () => void expose(name))
  }

  for (const name of names) {
    autoExpose.set(name, settings.autoExposeSeconds)
    hands.set(name, timerGroup(timing))
    sensors.set(
      name,
      simulatedSensor({
        ...settings,
        name,
        // An intra-oral tube is not the one that the generator feeds.
        technique: name === 'dental' ? () => null : settings.technique,
        memory: settings.memoryOf(name),
        onArmed: () => scheduleExposure(name),
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
      if (seconds === null) hands.get(name)?.cancelAll()
    },
  }
}

export type SimulatedRoom = ReturnType<typeof simulatedRoom>
