import type { SimulatorSensorFault } from '@talus/contract'

/** These faults happen once; the others last until they are switched off. */
const onceOnly: readonly SimulatorSensorFault[] = [
  'disconnect-in-transfer',
  'saturated',
  'under-exposed',
  'false-trigger',
  'short-frame',
  'handed-over-twice',
]

/** The faults that the user of the simulator has switched on. */
export function createSensorFaults() {
  const faults = new Set<SimulatorSensorFault>()
  return {
    has: (fault: SimulatorSensorFault): boolean => faults.has(fault),
    /** Whether the fault is on; one that happens once is switched off. */
    consume: (fault: SimulatorSensorFault): boolean => {
      if (!faults.has(fault)) return false
      if (onceOnly.includes(fault)) faults.delete(fault)
      return true
    },
    set: (fault: SimulatorSensorFault, isOn: boolean): void => {
      if (isOn) faults.add(fault)
      else faults.delete(fault)
    },
    all: (): ReadonlySet<SimulatorSensorFault> => faults,
  }
}

export type SensorFaults = ReturnType<typeof createSensorFaults>
