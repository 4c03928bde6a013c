import type { BridgeFault, CancelOutcome } from '@talus/contract'

/** The sensor states of the specification, with the data that each needs. */
export type Exposure =
  | {
      readonly state: 'NotAvailable'
      readonly captureId: string | null
      /** Radiation was received, but the frame has not arrived: it is still in the sensor. */
      readonly isFrameOwed: boolean
    }
  | { readonly state: 'Ready' }
  | { readonly state: 'PreparingSensor'; readonly captureId: string }
  | { readonly state: 'WaitingForRadiation'; readonly captureId: string }
  | {
      readonly state: 'RadiationReceived'
      readonly captureId: string | null
      readonly isLate: boolean
    }
  | {
      readonly state: 'LoadingImage'
      readonly captureId: string | null
      readonly isLate: boolean
      /** The number of times the frame was requested. */
      readonly reads: number
      readonly hasFrame: boolean
    }
  | { readonly state: 'PostAcquisitionCleanup'; readonly captureId: string | null }

export type ExposureState = Exposure['state']

export type ExposureEvent =
  | { readonly type: 'connected'; readonly holdsFrame: boolean }
  | { readonly type: 'disconnected' }
  | { readonly type: 'arm'; readonly captureId: string }
  | { readonly type: 'cancel' }
  | { readonly type: 'prepared' }
  | { readonly type: 'radiation' }
  | { readonly type: 'loading' }
  | { readonly type: 'frame' }
  | { readonly type: 'nothing-held' }
  /** The frame is flushed to the disk. */
  | { readonly type: 'kept' }
  | { readonly type: 'cleaned' }
  | { readonly type: 'fault'; readonly fault: BridgeFault }
  /** The time limit of the state has passed. */
  | { readonly type: 'overdue' }

export type Effect =
  | { readonly do: 'prepare'; readonly captureId: string }
  | { readonly do: 'disarm' }
  | { readonly do: 'read' }
  | { readonly do: 'keep'; readonly captureId: string | null; readonly isLate: boolean }
  | { readonly do: 'report'; readonly fault: BridgeFault; readonly captureId: string | null }
  | { readonly do: 'refuse-arm' }
  | { readonly do: 'answer-cancel'; readonly outcome: CancelOutcome }

export interface ExposureTransition {
  readonly exposure: Exposure
  readonly effects: readonly Effect[]
}

export interface ExposureLimits {
  readonly prepareMs: number
  /**
   * The time that the sensor waits for the switch; then the specification's status 408 is answered.
   */
  readonly radiationMs: number
  /** The time from the radiation to the first byte. */
  readonly signalMs: number
  readonly loadMs: number
  readonly cleanupMs: number
}

export const defaultExposureLimits: ExposureLimits = {
  prepareMs: 15_000,
  radiationMs: 60_000,
  signalMs: 10_000,
  loadMs: 30_000,
  cleanupMs: 20_000,
}

/** The number of times a frame is requested before the sensor counts as stuck. */
export const readsMax = 3

/** The time limit of a state; undefined if it has none. */
export function getTimeLimit(exposure: Exposure, limits: ExposureLimits): number | undefined {
  switch (exposure.state) {
    case 'NotAvailable':
    case 'Ready':
      return undefined
    case 'PreparingSensor':
      return limits.prepareMs
    case 'WaitingForRadiation':
      return limits.radiationMs
    case 'RadiationReceived':
      return limits.signalMs
    case 'LoadingImage':
      // The frame has arrived and only the disk is slow, so the sensor is not read again.
      return exposure.hasFrame ? undefined : limits.loadMs
    case 'PostAcquisitionCleanup':
      return limits.cleanupMs
    default:
      return exposure satisfies never
  }
}

export const getCaptureId = (exposure: Exposure): string | null =>
  exposure.state === 'Ready' ? null : exposure.captureId

/** True from the radiation to the end of the sensor's clean-up. */
export const isCapturing = ({ state }: Exposure): boolean =>
  state === 'RadiationReceived' || state === 'LoadingImage' || state === 'PostAcquisitionCleanup'
