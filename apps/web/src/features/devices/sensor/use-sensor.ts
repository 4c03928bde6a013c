import type { Sensor } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sensorQuery } from '../../../api/sensors.ts'
import { createStore, useStore } from '../../../store.ts'
import { getSensorConnection } from './sensor-connection.ts'
import type { SensorListener } from './sensor-connection.ts'
import { isCapturing, initialSensorState, getSensorState } from './sensor-state.ts'
import type { SensorState, SensorStatus } from './sensor-state.ts'

export type Modality = Sensor['modality']

export interface SensorView {
  /** The sensor of this computer for the modality; undefined if there is none or while loading. */
  readonly sensor: Sensor | undefined
  /** Undefined while the state is unknown, and when the sensor no longer answers. */
  readonly state: SensorState | undefined
  readonly status: SensorStatus | undefined
  readonly isStreamOpen: boolean
  /** True until the first connection attempt has finished. */
  readonly isConnecting: boolean
  /** The patient has been irradiated and the image is not complete yet. */
  readonly isCapturing: boolean
}

const unknownSensor = createStore(initialSensorState)

const findSensor = (sensors: readonly Sensor[] | undefined, modality: Modality) =>
  sensors?.find((sensor) => sensor.modality === modality)

/** The current state of the sensor of this computer; connected while the component is mounted. */
export function useSensor(modality: Modality): SensorView {
  const { data } = useQuery(sensorQuery)
  const sensor = findSensor(data, modality)
  const connection = sensor && getSensorConnection(sensor.id)
  useEffect(() => connection?.acquire(), [connection])
  const connectionState = useStore(connection?.store ?? unknownSensor)
  const state = getSensorState(connectionState)
  return {
    sensor,
    state,
    status: connectionState.status,
    isStreamOpen: connectionState.isStreamOpen,
    isConnecting: data === undefined || (sensor !== undefined && !connectionState.wasAttempted),
    isCapturing: isCapturing(state),
  }
}

/**
 * Subscribes to previews, images and faults of the sensor; the listener may change on every render.
 */
export function useSensorEvents(sensor: Sensor | undefined, listener: SensorListener) {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  const connection = sensor && getSensorConnection(sensor.id)
  useEffect(
    () =>
      connection?.subscribe({
        onPreview: (preview) => latest.current.onPreview?.(preview),
        onImage: (captured) => latest.current.onImage?.(captured),
        onFault: (fault, captureId) => latest.current.onFault?.(fault, captureId),
      }),
    [connection],
  )
}
