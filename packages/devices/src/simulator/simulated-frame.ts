import type {
  BridgeSensorName,
  CaptureContext,
  ExposureTechnique,
  FrameInfo,
} from '@talus/contract'

/** All parameters of a simulated frame: the same parameters give the same pixels. */
export interface SimulatedExposure {
  readonly sensor: BridgeSensorName
  readonly seed: number
  /** The generator's settings; null without a generator. */
  readonly technique: ExposureTechnique | null
  /** 1 is the dose of the technique, 0 no radiation; above about 20 the pixels are saturated. */
  readonly doseFactor: number
  readonly context: CaptureContext | null
}

export interface SimulatedFrame {
  readonly width: number
  readonly height: number
  readonly bits: number
  /** Millimetres from pixel to pixel. */
  readonly pitch: number
  readonly data: Uint16Array
  readonly landmarks: FrameInfo['landmarks']
  readonly calibration: FrameInfo['calibration']
}

/**
 * Creates the frames of the simulator; injected, so that this package does not depend on the
 * phantom.
 */
export type FrameSimulator = (
  exposure: SimulatedExposure,
) => SimulatedFrame | Promise<SimulatedFrame>

/** Views pixels as bytes: frames are transferred in little-endian, like all supported platforms. */
export const toBytes = ({ buffer, byteOffset, byteLength }: Uint16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)
