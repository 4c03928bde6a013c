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
 * The interface between a vendor's sensor and the bridge; docs/drivers.md says how to implement it.
 * It deliberately has no call that makes radiation: a user presses the switch.
 */
export interface SensorDriver {
  readonly about: SensorAbout
  /** The size of its largest frame: so much disk space must be free before it is armed. */
  readonly frameBytesMax: number
  /** Time limits that differ from the defaults. */
  readonly limits?: Partial<ExposureLimits>
  /** Connects, and reconnects whenever the connection is lost, until `stop`. */
  readonly start: (listener: (event: SensorDriverEvent) => void) => void
  readonly stop: () => void
  readonly health: () => SensorHealth
  /** Prepares the sensor for radiation; answered by `prepared`. */
  readonly prepare: (captureId: string, context: CaptureContext) => void
  /** Cancels `prepare`; answered by `cleaned`. A sensor that already has a frame keeps it. */
  readonly disarm: () => void
  /**
   * Requests the frame that the sensor holds once more; answered by `loading` and `frame`, or
   * `nothing-held`.
   */
  readonly read: () => void
  /** The frame is on the disk, so the sensor may delete it and clean up; answered by `cleaned`. */
  readonly release: (exposureId: string) => void
}

export type SensorDriverEvent =
  /** A sensor that holds a frame is read first: arming it would overwrite the frame. */
  | { readonly type: 'connected'; readonly holdsFrame: boolean }
  | { readonly type: 'disconnected' }
  | { readonly type: 'prepared' }
  | { readonly type: 'radiation' }
  | { readonly type: 'loading' }
  | { readonly type: 'frame'; readonly frame: SensorFrame }
  | { readonly type: 'nothing-held' }
  | { readonly type: 'cleaned' }
  | { readonly type: 'fault'; readonly fault: BridgeFault }
  /** Battery, temperature or latency have changed. */
  | { readonly type: 'health' }

export interface SensorFrame {
  /** The same for a frame that is delivered twice, so that it is stored once. */
  readonly exposureId: string
  /** The id from the frame's `prepare` call; null if the sensor does not know it. */
  readonly captureId: string | null
  readonly exposedAt: string
  readonly format: FrameInfo['format']
  readonly width: number
  readonly height: number
  readonly bits: number
  readonly pitch: number | null
  readonly bytes: Uint8Array
  readonly isIncomplete: boolean
  /**
   * The technique from the driver or the file; if null, the bridge stores the generator's settings.
   */
  readonly technique: FrameInfo['technique']
  readonly landmarks: FrameInfo['landmarks']
  readonly calibration: FrameInfo['calibration']
}

export interface SensorAbout extends Omit<Sensor, 'id' | 'serverIp' | 'port'> {
  readonly driver: string
  readonly serial: string
  readonly firmware: string
  /** The last calibration of the detector, if its SDK reports it. */
  readonly calibratedOn?: string | null
}
export type SensorHealth = Omit<z.output<typeof SensorStatus>, 'state'>

export type GeneratorValues = z.output<typeof GeneratorStatus>

/** A generator that the software sets and reads. It has no command that prepares or exposes. */
export interface GeneratorDriver {
  readonly driver: string
  /** The model's name for the X-ray log; null if it is not known. */
  readonly model: string | null
  readonly start: (listener: (event: GeneratorEvent) => void) => void
  readonly stop: () => void
  /** Undefined until all values have been read. Throws GeneratorAbsent. */
  readonly status: () => GeneratorValues | undefined
  readonly scales: () => GeneratorScales
  /**
   * Sets a value of the scale within the limits of the tube, reads it back and returns the current
   * values. Throws GeneratorAbsent or GeneratorSilent, and ValueNotInScale before anything is sent.
   */
  readonly set: (order: GeneratorOrder, value: number) => Promise<GeneratorValues>
}

export type GeneratorEvent =
  | { readonly type: 'values'; readonly values: GeneratorValues }
  /** The generator no longer answers. */
  | { readonly type: 'silent' }

export type GeneratorScales = Readonly<
  Record<'kv' | 'ma' | 'ms' | 'mx' | 'fo' | 'ws', readonly number[]>
>

/** There is no generator; answered with the specification's status 501. */
export class GeneratorAbsent extends Error {
  override readonly name = 'GeneratorAbsent'
}
/** The value is not one of the generator's scale, and nothing was sent to the generator. */
export class ValueNotInScale extends Error {
  override readonly name = 'ValueNotInScale'
}
/** There is a generator, but it does not answer or refuses a value. */
export class GeneratorSilent extends Error {
  override readonly name = 'GeneratorSilent'
}
