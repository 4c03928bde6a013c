import { setTimeout as sleep } from 'node:timers/promises'
import { isAvailable } from '@talus/devices'
import { Refusal, refuse } from '@talus/contract'
import type { BridgeSensorStatus, ClinicId, Reach, SensorId, StudyModality } from '@talus/contract'
import type { Bridges, AttachedSensor } from '../../devices/index.ts'
import { createNotReady, createUnavailable } from './sensor-refusals.ts'

/** The sensor cleans up after an image, and the user may already request the next one. */
const cleanupMs = 10_000
const pollMs = 150

/** The sensor has to be registered for a clinic of the user. */
export const requireRegisteredSensor = async (
  bridges: Bridges,
  id: SensorId,
  reach: Reach,
): Promise<AttachedSensor> => (await bridges.find(id, reach)) ?? refuse('device/none-registered')

/** A user of several clinics captures with the sensors of the study's clinic only. */
export function requireSensorOfClinic({ clinicIds }: AttachedSensor, clinicId: ClinicId): void {
  if (!clinicIds.includes(clinicId)) refuse('device/none-registered')
}

/** A study without a modality gets that of its first image. */
export function requireModality({ sensor }: AttachedSensor, modality: StudyModality): void {
  if (modality !== 'Unspecified' && modality !== sensor.modality)
    refuse('device/other-modality', { values: { modality } })
}

const isTransient = ({ state }: BridgeSensorStatus) =>
  state === 'RadiationReceived' || state === 'LoadingImage' || state === 'PostAcquisitionCleanup'

/** The sensor has to be reachable and ready; a cleanup after the previous image is waited for. */
export async function requireReadySensor({ bridge, name, sensor }: AttachedSensor): Promise<void> {
  const loadStatus = () =>
    bridge.status(name).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      throw createUnavailable(sensor)
    })
  let { status } = await loadStatus()
  for (let waited = 0; isTransient(status) && waited < cleanupMs; waited += pollMs) {
    await sleep(pollMs)
    ;({ status } = await loadStatus())
  }
  if (status.state !== 'Ready') throw createNotReady(sensor, status.state)
}

/**
 * A generator that the bridge knows has to be available. Without one, the technique is set at the
 * generator itself.
 */
export async function requireAvailableGenerator({ bridge, sensor }: AttachedSensor): Promise<void> {
  if (sensor.modality !== 'General') return
  try {
    if (!isAvailable(await bridge.generator.status())) refuse('device/generator-unavailable')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code !== 'device/no-generator') refuse('device/generator-unavailable')
  }
}
