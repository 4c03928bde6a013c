import type { sensorStates } from '@talus/contract'

export type SensorState = (typeof sensorStates)[number]
