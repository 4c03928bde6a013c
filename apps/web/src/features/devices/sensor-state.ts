import type { BridgeSensorStatus, sensorStates } from '@talus/contract'

export type SensorState = (typeof sensorStates)[number]
export type SensorStatus = BridgeSensorStatus

/** What has been heard of a sensor so far. */
export interface SensorKnowledge {
  readonly isStreamOpen: boolean
  /** A connection has been made, or could not be: before that nobody knows. */
  readonly isTried: boolean
  readonly status: SensorStatus | undefined
  /** How often the stream has spoken: an answer that was asked for earlier is older. */
  readonly told: number
}

export const nothingHeard: SensorKnowledge = {
  isStreamOpen: false,
  isTried: false,
  status: undefined,
  told: 0,
}

export type SensorNews =
  | { readonly type: 'connecting' | 'opened' | 'closed' }
  | { readonly type: 'told'; readonly status: SensorStatus }
  /** What a poll has brought; `asked` is `told` as it was when it left. */
  | { readonly type: 'answered'; readonly status: SensorStatus; readonly asked: number }
  | { readonly type: 'unanswered' }

export function hear(now: SensorKnowledge, news: SensorNews): SensorKnowledge {
  switch (news.type) {
    case 'connecting':
      return { ...now, isStreamOpen: false, isTried: false }
    case 'opened':
      return { ...now, isStreamOpen: true, isTried: true }
    case 'closed':
      return { ...now, isStreamOpen: false, isTried: true }
    case 'told':
      return { ...now, status: news.status, told: now.told + 1 }
    case 'answered':
      return news.asked === now.told ? { ...now, status: news.status } : now
    case 'unanswered':
      // DEV-12
      return { ...now, status: undefined }
  }
}

/** DEV-13: without the stream a sensor is not available. Undefined while nothing is known. */
export const stateOf = ({ isStreamOpen, isTried, status }: SensorKnowledge) =>
  isTried && !isStreamOpen ? 'NotAvailable' : status?.state

/** DEV-14: the animal was irradiated, and its image is on the way. */
export const isCapture = (state: SensorState | undefined): boolean =>
  state === 'RadiationReceived' || state === 'LoadingImage' || state === 'PostAcquisitionCleanup'

/** DEV-07: whatever is neither Ok nor Warn is an error. */
export const healthOf = (health: string): 'Ok' | 'Warn' | 'Error' =>
  health === 'Ok' || health === 'Warn' ? health : 'Error'

/** Nothing is being exposed, so nothing is missed by not listening for a while. */
export const isIdle = (state: SensorState | undefined): boolean =>
  state === undefined || state === 'Ready' || state === 'NotAvailable'
