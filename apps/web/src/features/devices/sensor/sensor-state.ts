import type { SensorStatusOfUser, sensorStates } from '@talus/contract'

export type SensorState = (typeof sensorStates)[number]
export type SensorStatus = SensorStatusOfUser

/** State of the connection to a sensor, and its last status. */
export interface SensorConnectionState {
  readonly isStreamOpen: boolean
  /**
   * True once a connection has been made or has failed; the sensor state is unknown before that.
   */
  readonly wasAttempted: boolean
  readonly status: SensorStatus | undefined
  /**
   * Number of states received by the stream; a poll response requested before the last one is
   * outdated.
   */
  readonly eventCount: number
}

export const initialSensorState: SensorConnectionState = {
  isStreamOpen: false,
  wasAttempted: false,
  status: undefined,
  eventCount: 0,
}

export type SensorUpdate =
  | { readonly type: 'connecting' | 'opened' | 'closed' }
  | { readonly type: 'reported'; readonly status: SensorStatus }
  /** The response to a poll; `countAtRequest` is `eventCount` as it was when the poll was sent. */
  | { readonly type: 'polled'; readonly status: SensorStatus; readonly countAtRequest: number }
  | { readonly type: 'poll-failed' }

export function applyUpdate(
  now: SensorConnectionState,
  update: SensorUpdate,
): SensorConnectionState {
  switch (update.type) {
    case 'connecting':
      return { ...now, isStreamOpen: false, wasAttempted: false }
    case 'opened':
      return { ...now, isStreamOpen: true, wasAttempted: true }
    case 'closed':
      return { ...now, isStreamOpen: false, wasAttempted: true }
    case 'reported':
      return { ...now, status: update.status, eventCount: now.eventCount + 1 }
    case 'polled':
      return update.countAtRequest === now.eventCount ? { ...now, status: update.status } : now
    case 'poll-failed':
      return { ...now, status: undefined }
  }
}

/** Without the stream a sensor counts as not available. Undefined while its state is unknown. */
export const getSensorState = ({ isStreamOpen, wasAttempted, status }: SensorConnectionState) =>
  wasAttempted && !isStreamOpen ? 'NotAvailable' : status?.state

/** The patient has been irradiated and the image is not complete yet. */
export const isCapturing = (state: SensorState | undefined): boolean =>
  state === 'RadiationReceived' || state === 'LoadingImage' || state === 'PostAcquisitionCleanup'

/** Any value other than Ok and Warn is an error. */
export const parseHealth = (health: string): 'Ok' | 'Warn' | 'Error' =>
  health === 'Ok' || health === 'Warn' ? health : 'Error'

/** No exposure is in progress, so the stream may be closed for a while. */
export const isIdle = (state: SensorState | undefined): boolean =>
  state === undefined || state === 'Ready' || state === 'NotAvailable'
