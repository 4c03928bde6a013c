import { setTimeout as sleep } from 'node:timers/promises'
import { isAvailable } from '@talus/devices'
import { Refusal, refuse } from '@talus/contract'
import type { BridgeSensorStatus, SensorId, StudyModality } from '@talus/contract'
import type { Bridges, SensorPlace } from '../../devices/index.ts'

/** After an image the sensor cleans up for a moment, while the next one is asked for already. */
const cleanupMs = 10_000
const lookAgainMs = 150

/** DEV-33: a sensor of this machine. */
export async function sensorHere(bridges: Bridges, id: SensorId): Promise<SensorPlace> {
  const place = await bridges.find(id)
  return place === undefined || place === 'elsewhere' ? refuse('device/none-registered') : place
}

/** DEV-36. A study of which nobody has said it becomes what its first image is. */
export function mustFit({ sensor }: SensorPlace, modality: StudyModality): void {
  if (modality !== 'Unspecified' && modality !== sensor.modality)
    refuse('device/other-modality', { values: { modality } })
}

const isPassing = ({ state }: BridgeSensorStatus) =>
  state === 'RadiationReceived' || state === 'LoadingImage' || state === 'PostAcquisitionCleanup'

/** DEV-33, 37, 38. */
export async function mustBeReady({ bridge, name, sensor }: SensorPlace): Promise<void> {
  const { brand, model } = sensor
  const look = () =>
    bridge.status(name).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return refuse('device/sensor-unavailable', { values: { brand, model } })
    })
  let { status } = await look()
  for (let waited = 0; isPassing(status) && waited < cleanupMs; waited += lookAgainMs) {
    await sleep(lookAgainMs)
    ;({ status } = await look())
  }
  if (status.state !== 'Ready')
    refuse('device/not-ready', { values: { brand, model, state: status.state } })
}

/** DEV-34, 39. Where there is none the technique is set at the generator itself. */
export async function generatorMustBeAvailable({ bridge, sensor }: SensorPlace): Promise<void> {
  if (sensor.modality !== 'General') return
  try {
    if (!isAvailable(await bridge.generator.status())) refuse('device/generator-unavailable')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code !== 'device/no-generator') refuse('device/generator-unavailable')
  }
}
