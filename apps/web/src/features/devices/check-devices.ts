import type { Sensor, SensorUse } from '@talus/contract'
import type { SensorState } from './sensor/sensor-state.ts'

type Modality = Sensor['modality']

export interface DeviceSnapshot {
  /** The sensors registered for this computer. */
  readonly sensors: readonly Sensor[]
  readonly state: SensorState | undefined
  readonly isStreamOpen: boolean
  /** The capture of another page that the sensor is leased to. */
  readonly otherUse?: SensorUse | undefined
  readonly generator: 'disabled' | 'available' | 'unavailable'
}

export type DeviceProblem =
  | { readonly type: 'none-registered' | 'generator-unavailable' }
  | { readonly type: 'other-modality'; readonly modality: Modality }
  | { readonly type: 'sensor-unavailable'; readonly sensor: Sensor }
  | { readonly type: 'in-use'; readonly use: SensorUse }
  | { readonly type: 'not-ready'; readonly sensor: Sensor; readonly state: SensorState }

/** Returns why no exposure can be made now; undefined if all devices are ready. */
export function checkDevices(
  modality: Modality,
  { sensors, state, isStreamOpen, otherUse, generator }: DeviceSnapshot,
): DeviceProblem | undefined {
  if (sensors.length === 0) return { type: 'none-registered' }
  const sensor = sensors.find((one) => one.modality === modality)
  if (!sensor) return { type: 'other-modality', modality }
  // Checked before the state, which is unknown without a connection.
  if (!isStreamOpen || state === undefined) return { type: 'sensor-unavailable', sensor }
  if (state !== 'Ready' && otherUse) return { type: 'in-use', use: otherUse }
  if (state !== 'Ready') return { type: 'not-ready', sensor, state }
  if (modality === 'General' && generator === 'unavailable')
    return { type: 'generator-unavailable' }
  return undefined
}
