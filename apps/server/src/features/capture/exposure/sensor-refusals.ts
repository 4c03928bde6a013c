import { formatMake, Refusal } from '@talus/contract'
import type { Sensor } from '@talus/contract'

type Make = Pick<Sensor, 'brand' | 'model'>

/** The bridge of the sensor does not answer. */
export function createUnavailable(sensor: Make): Refusal {
  const device = formatMake(sensor)
  return device === ''
    ? new Refusal('device/folder-unavailable')
    : new Refusal('device/sensor-unavailable', { values: { device } })
}

/** The sensor is in a state in which it cannot be armed. */
export function createNotReady(sensor: Make, state: string): Refusal {
  const device = formatMake(sensor)
  return device === ''
    ? new Refusal('device/folder-not-ready', { values: { state } })
    : new Refusal('device/not-ready', { values: { device, state } })
}
