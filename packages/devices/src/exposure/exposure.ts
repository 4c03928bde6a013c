import type { BridgeFault, CancelOutcome } from '@talus/contract'

/** The states of the specification (DEV-03), with what has to be known in each. */
export type Exposure =
  | {
      readonly state: 'NotAvailable'
      readonly captureId: string | null
      /** Radiation was received and the frame never came: it is still in the sensor. */
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
      /** How often it was asked for. */
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
  /** The frame is on the disk, flushed. */
  | { readonly type: 'kept' }
  | { readonly type: 'cleaned' }
  | { readonly type: 'fault'; readonly fault: BridgeFault }
  /** The state has lasted for as long as its limit allows. */
  | { readonly type: 'overdue' }

export type Effect =
  | { readonly do: 'prepare'; readonly captureId: string }
  | { readonly do: 'disarm' }
  | { readonly do: 'read' }
  | { readonly do: 'keep'; readonly captureId: string | null; readonly isLate: boolean }
  | { readonly do: 'report'; readonly fault: BridgeFault; readonly captureId: string | null }
  | { readonly do: 'refuse-arm' }
  | { readonly do: 'answer-cancel'; readonly outcome: CancelOutcome }

export interface Step {
  readonly exposure: Exposure
  readonly effects: readonly Effect[]
}

export interface ExposureLimits {
  readonly prepareMs: number
  /** How long the sensor waits for the switch: afterwards the specification's 408. */
  readonly radiationMs: number
  /** From radiation to the first byte. */
  readonly signalMs: number
  readonly loadMs: number
  readonly cleanupMs: number
}

export const usualLimits: ExposureLimits = {
  prepareMs: 15_000,
  radiationMs: 60_000,
  signalMs: 10_000,
  loadMs: 30_000,
  cleanupMs: 20_000,
}

/** How often a frame is asked for before the sensor counts as stuck. */
export const readsMax = 3

/** How long a state may last; undefined where it may last for ever. */
export function limitOf(exposure: Exposure, limits: ExposureLimits): number | undefined {
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
      // With the frame here it is the disk that is slow: nothing to be asked of the sensor.
      return exposure.hasFrame ? undefined : limits.loadMs
    case 'PostAcquisitionCleanup':
      return limits.cleanupMs
    default:
      return exposure satisfies never
  }
}

export const captureOf = (exposure: Exposure): string | null =>
  exposure.state === 'Ready' ? null : exposure.captureId

/** DEV-14: an animal was irradiated and the image is on its way. */
export const isCapturing = ({ state }: Exposure): boolean =>
  state === 'RadiationReceived' || state === 'LoadingImage' || state === 'PostAcquisitionCleanup'
