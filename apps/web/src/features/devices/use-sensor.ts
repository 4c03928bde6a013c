import type { Sensor } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sensorQuery } from '../../api/sensors.ts'
import { createStore, useStore } from '../../store.ts'
import { sensorLink } from './sensor-link.ts'
import type { SensorListener } from './sensor-link.ts'
import { isCapture, nothingHeard, stateOf } from './sensor-state.ts'
import type { SensorState, SensorStatus } from './sensor-state.ts'

export type Modality = Sensor['modality']

export interface SensorView {
  /** That of this machine for the modality; undefined where there is none, or nobody knows yet. */
  readonly sensor: Sensor | undefined
  /** Undefined while nothing is known, and when the sensor does not answer any more. */
  readonly state: SensorState | undefined
  readonly status: SensorStatus | undefined
  readonly isStreamOpen: boolean
  /** Still finding out: what is missing may be there in a moment. */
  readonly isConnecting: boolean
  /** The animal was irradiated, and its image is on the way. */
  readonly isCapturing: boolean
}

const noSensor = createStore(nothingHeard)

const sensorFor = (sensors: readonly Sensor[] | undefined, modality: Modality) =>
  sensors?.find((sensor) => sensor.modality === modality)

/** The sensor of this machine as it is now; connected as long as the component is shown. */
export function useSensor(modality: Modality): SensorView {
  const { data } = useQuery(sensorQuery)
  const sensor = sensorFor(data, modality)
  const link = sensor && sensorLink(sensor.id)
  useEffect(() => link?.hold(), [link])
  const heard = useStore(link?.store ?? noSensor)
  const state = stateOf(heard)
  return {
    sensor,
    state,
    status: heard.status,
    isStreamOpen: heard.isStreamOpen,
    isConnecting: data === undefined || (sensor !== undefined && !heard.isTried),
    isCapturing: isCapture(state),
  }
}

/** Hears previews, images and faults of the sensor; what is called may change from draw to draw. */
export function useSensorEvents(sensor: Sensor | undefined, listener: SensorListener) {
  const latest = useRef(listener)
  useEffect(() => {
    latest.current = listener
  })
  const link = sensor && sensorLink(sensor.id)
  useEffect(
    () =>
      link?.listen({
        onPreview: (preview) => latest.current.onPreview?.(preview),
        onImage: (captured) => latest.current.onImage?.(captured),
        onFault: (fault, captureId) => latest.current.onFault?.(fault, captureId),
      }),
    [link],
  )
}
