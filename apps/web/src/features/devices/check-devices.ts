import type { Sensor } from '@talus/contract'
import type { SensorState } from './sensor-state.ts'

type Modality = Sensor['modality']

export interface DeviceCircumstances {
  /** Those of this machine. */
  readonly sensors: readonly Sensor[]
  readonly state: SensorState | undefined
  readonly isStreamOpen: boolean
  readonly generator: 'disabled' | 'available' | 'unavailable'
}

export type DeviceProblem =
  | { readonly type: 'none-registered' | 'generator-unavailable' }
  | { readonly type: 'other-modality'; readonly modality: Modality }
  | { readonly type: 'sensor-unavailable'; readonly sensor: Sensor }
  | { readonly type: 'not-ready'; readonly sensor: Sensor; readonly state: SensorState }

/** DEV-33 and DEV-34: why nothing can be exposed now; undefined when everything is ready. */
export function checkDevices(
  modality: Modality,
  { sensors, state, isStreamOpen, generator }: DeviceCircumstances,
): DeviceProblem | undefined {
  if (sensors.length === 0) return { type: 'none-registered' }
  const sensor = sensors.find((one) => one.modality === modality)
  if (!sensor) return { type: 'other-modality', modality }
  // Before the state: without the connection there is none that could be told.
  if (!isStreamOpen || state === undefined) return { type: 'sensor-unavailable', sensor }
  if (state !== 'Ready') return { type: 'not-ready', sensor, state }
  if (modality === 'General' && generator === 'unavailable')
    return { type: 'generator-unavailable' }
  return undefined
}
