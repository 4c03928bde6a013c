import type { SensorState } from './sensor-state.ts'

/** What decides about the start button: the sensor, and whether this page takes images now. */
export interface Moment {
  /** Undefined where no sensor is known. */
  readonly sensor: SensorState | undefined
  readonly isLooping: boolean
  /** Nothing has been heard yet: no reason to worry anybody. */
  readonly isConnecting?: boolean
}

/**
 * What the page says of the sensor. Nobody may be invited to an exposure that would be lost: a sensor
 * that waits is being prepared as long as it does not wait for what is chosen.
 */
export const shownSensor = (sensor: SensorState | undefined, isArmed: boolean) =>
  sensor === 'WaitingForRadiation' && !isArmed ? 'PreparingSensor' : sensor

export type StartLabel = 'xray' | 'preparing' | 'waiting' | 'unavailable'

export function startLabel({ sensor, isLooping }: Moment): StartLabel {
  switch (sensor) {
    case 'WaitingForRadiation':
      return 'waiting'
    case 'PreparingSensor':
      return 'preparing'
    case 'Ready':
    case 'RadiationReceived':
    case 'LoadingImage':
    case 'PostAcquisitionCleanup':
      return isLooping ? 'preparing' : 'xray'
    default:
      return 'unavailable'
  }
}

export interface Plan {
  readonly annotations: number
  readonly isSelected: boolean
}

export type StartObstacle =
  | 'noAnnotation'
  | 'noneSelected'
  | 'connecting'
  | 'noSensor'
  | 'notAvailable'
  | 'cleaningUp'

/** Why the start button does nothing; the sensor comes first, as only somebody else can help there. */
export function startObstacle(now: Moment, plan: Plan): StartObstacle | undefined {
  const { sensor, isConnecting } = now
  if (isConnecting && (sensor === undefined || sensor === 'NotAvailable')) return 'connecting'
  if (sensor === undefined) return 'noSensor'
  if (sensor === 'NotAvailable') return 'notAvailable'
  if (plan.annotations === 0) return 'noAnnotation'
  if (!plan.isSelected) return 'noneSelected'
  return sensor === 'PostAcquisitionCleanup' ? 'cleaningUp' : undefined
}

/** Ready and nothing in progress: a press starts. Otherwise it asks whether to cancel. */
export const startsOnPress = ({ sensor, isLooping }: Moment) => sensor === 'Ready' && !isLooping

export type Processing = 'capturing' | 'cleaning'

/** What the sensor does with an exposure that has been made. */
export function processingOf(sensor: SensorState | undefined): Processing | undefined {
  if (sensor === 'RadiationReceived' || sensor === 'LoadingImage') return 'capturing'
  return sensor === 'PostAcquisitionCleanup' ? 'cleaning' : undefined
}

export type FrameTone = 'idle' | 'armed' | 'waiting' | 'working' | 'fault'

/** Amber is armed, green waits for radiation, blue works, red cannot. */
export function frameTone({ sensor, isLooping, isConnecting }: Moment): FrameTone {
  if (sensor === 'WaitingForRadiation') return 'waiting'
  if (processingOf(sensor)) return 'working'
  if (sensor === 'PreparingSensor') return 'armed'
  if (sensor === 'Ready') return isLooping ? 'armed' : 'idle'
  return isConnecting ? 'idle' : 'fault'
}
