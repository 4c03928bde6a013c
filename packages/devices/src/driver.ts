import type {
  BridgeFault,
  CaptureContext,
  FrameInfo,
  GeneratorOrder,
  GeneratorStatus,
  Sensor,
  SensorStatus,
} from '@talus/contract'
import type { z } from 'zod'
import type { ExposureLimits } from './exposure/exposure.ts'

/**
 * What a vendor's hardware has to look like to the bridge; docs/drivers.md says how to write one.
 * There is no call that makes radiation, on purpose: a person presses the switch.
 */
export interface SensorDriver {
  readonly about: SensorAbout
  /** The largest frame that it hands over: so much room must be on the disk before it is armed. */
  readonly frameBytesMax: number
  /** Where its times are not the usual ones. */
  readonly limits?: Partial<ExposureLimits>
  /** Connects, and connects again whenever the connection is lost, until `stop`. */
  readonly start: (listener: (event: SensorDriverEvent) => void) => void
  readonly stop: () => void
  readonly health: () => SensorHealth
  /** Get ready for radiation; answered by `prepared`. */
  readonly prepare: (captureId: string, context: CaptureContext) => void
  /** Never mind, answered by `cleaned`. A sensor that already has a frame keeps it. */
  readonly disarm: () => void
  /** Hand over the frame that you hold, once more; answered by `loading` and `frame`, or `nothing-held`. */
  readonly read: () => void
  /** The frame is on the disk: the sensor may forget it and clean up; answered by `cleaned`. */
  readonly release: (exposureId: string) => void
}

export type SensorDriverEvent =
  /** A sensor that holds a frame is read before anything else: arming it would overwrite the frame. */
  | { readonly type: 'connected'; readonly holdsFrame: boolean }
  | { readonly type: 'disconnected' }
  | { readonly type: 'prepared' }
  | { readonly type: 'radiation' }
  | { readonly type: 'loading' }
  | { readonly type: 'frame'; readonly frame: SensorFrame }
  | { readonly type: 'nothing-held' }
  | { readonly type: 'cleaned' }
  | { readonly type: 'fault'; readonly fault: BridgeFault }
  /** Battery, temperature or latency are others now. */
  | { readonly type: 'health' }

export interface SensorFrame {
  /** The same frame handed over twice has the same: it is kept once. */
  readonly exposureId: string
  /** That of the `prepare` it belongs to; null where the sensor cannot tell. */
  readonly captureId: string | null
  readonly exposedAt: string
  readonly format: FrameInfo['format']
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly pitch: number | null
  readonly bytes: Uint8Array
  readonly isIncomplete: boolean
  /** As the driver or the file says; otherwise what the generator was set to is kept with it. */
  readonly technique: FrameInfo['technique']
  readonly landmarks: FrameInfo['landmarks']
  readonly calibration: FrameInfo['calibration']
}

export interface SensorAbout extends Omit<Sensor, 'id' | 'serverIp' | 'port'> {
  readonly driver: string
  readonly serial: string
  readonly firmware: string
}
export type SensorHealth = Omit<z.output<typeof SensorStatus>, 'state'>

export type GeneratorValues = z.output<typeof GeneratorStatus>

/** A generator that the software sets and reads. It has no order that prepares or exposes. */
export interface GeneratorDriver {
  readonly driver: string
  /** Which one it is, for the log of exposures; null where that is not known. */
  readonly model: string | null
  readonly start: (listener: (event: GeneratorEvent) => void) => void
  readonly stop: () => void
  /** Undefined while nothing is known of it. Throws GeneratorAbsent. */
  readonly status: () => GeneratorValues | undefined
  readonly scales: () => GeneratorScales
  /**
   * Sets a value, held within what the tube may bear, reads it back and gives what it is now.
   * Throws GeneratorAbsent or GeneratorSilent.
   */
  readonly set: (order: GeneratorOrder, value: number) => Promise<GeneratorValues>
}

export type GeneratorEvent =
  | { readonly type: 'values'; readonly values: GeneratorValues }
  /** It no longer answers. */
  | { readonly type: 'silent' }

export type GeneratorScales = Readonly<
  Record<'kv' | 'ma' | 'ms' | 'mx' | 'fo' | 'ws', readonly number[]>
>

/** There is none: the specification's 501. */
export class GeneratorAbsent extends Error {
  override readonly name = 'GeneratorAbsent'
}
/** There should be one, but it does not answer, or refuses. */
export class GeneratorSilent extends Error {
  override readonly name = 'GeneratorSilent'
}
