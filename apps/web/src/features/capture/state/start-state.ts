import type { SensorState } from '../../devices/index.ts'

/** State that determines the start button: the sensor, and whether this page is capturing. */
export interface CaptureState {
  /** Undefined if its state is not known. */
  readonly sensor: SensorState | undefined
  /** False if the server has answered that this computer has no sensor of this kind. */
  readonly isRegistered?: boolean
  readonly isLooping: boolean
  /** No sensor state has been received yet, so no fault is shown. */
  readonly isConnecting?: boolean
  /** Sensor and generator are leased to another page: this one shows nothing of their exposure. */
  readonly isInUse?: boolean
}

/**
 * The sensor state that the page shows. The user must not be prompted to make an exposure that
 * would be lost: a sensor that waits for anything but the selected annotation is shown as
 * preparing.
 */
export const getShownSensorState = (sensor: SensorState | undefined, isArmed: boolean) =>
  sensor === 'WaitingForRadiation' && !isArmed ? 'PreparingSensor' : sensor

export type StartLabel = 'xray' | 'preparing' | 'waiting' | 'unavailable' | 'inUse'

export function getStartLabel({ sensor, isLooping, isInUse }: CaptureState): StartLabel {
  if (isInUse) return 'inUse'
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

export interface PlanState {
  readonly annotations: number
  readonly isSelected: boolean
  /** Whether the selected annotation shows one side of the animal and does not say which. */
  readonly isSideOpen?: boolean
}

export type StartObstacle =
  | 'noAnnotation'
  | 'noneSelected'
  | 'noSide'
  | 'connecting'
  | 'noSensor'
  | 'notAvailable'
  | 'inUse'
  | 'cleaningUp'

/** Returns why the start button is disabled; sensor problems first, as they need help from others. */
export function getStartObstacle(now: CaptureState, plan: PlanState): StartObstacle | undefined {
  const { sensor, isRegistered, isConnecting, isInUse } = now
  if (isInUse) return 'inUse'
  if (isConnecting && (sensor === undefined || sensor === 'NotAvailable')) return 'connecting'
  if (sensor === undefined && isRegistered === false) return 'noSensor'
  if (sensor === undefined || sensor === 'NotAvailable') return 'notAvailable'
  if (plan.annotations === 0) return 'noAnnotation'
  if (!plan.isSelected) return 'noneSelected'
  if (plan.isSideOpen === true) return 'noSide'
  return sensor === 'PostAcquisitionCleanup' ? 'cleaningUp' : undefined
}

/**
 * A press starts a capture if the sensor is ready and idle; otherwise it asks whether to cancel.
 */
export const shouldStartOnPress = ({ sensor, isLooping }: CaptureState) =>
  sensor === 'Ready' && !isLooping

/**
 * Whether the loop may arm the sensor again. An unknown state, such as after a poll without an
 * answer, does not count: a sensor that is not ready refuses, which would end the loop.
 */
export const isSettled = (sensor: SensorState | undefined) =>
  sensor === 'Ready' || sensor === 'NotAvailable'

export type ProcessingStep = 'capturing' | 'cleaning'

/** Returns how far the sensor is with an exposure that has been made. */
export function getProcessingStep(sensor: SensorState | undefined): ProcessingStep | undefined {
  if (sensor === 'RadiationReceived' || sensor === 'LoadingImage') return 'capturing'
  return sensor === 'PostAcquisitionCleanup' ? 'cleaning' : undefined
}

export type FrameTone = 'idle' | 'armed' | 'waiting' | 'working' | 'fault' | 'inUse'

/** Amber: armed, or in use by others. Green: waiting for radiation. Blue: processing. Red: fault. */
export function getFrameTone(now: CaptureState): FrameTone {
  const { sensor, isLooping, isConnecting, isInUse } = now
  if (isInUse) return 'inUse'
  if (sensor === 'WaitingForRadiation') return 'waiting'
  if (getProcessingStep(sensor)) return 'working'
  if (sensor === 'PreparingSensor') return 'armed'
  if (sensor === 'Ready') return isLooping ? 'armed' : 'idle'
  return isConnecting ? 'idle' : 'fault'
}
