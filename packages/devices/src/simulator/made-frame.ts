import type {
  BridgeSensorName,
  CaptureContext,
  ExposureTechnique,
  FrameInfo,
} from '@talus/contract'

/** Everything that decides what a simulated frame looks like: the same again gives the same pixels. */
export interface SimulatedExposure {
  readonly sensor: BridgeSensorName
  readonly seed: number
  /** What the generator was set to; null without a generator. */
  readonly technique: ExposureTechnique | null
  /** 1 as set; 0 no radiation at all; above about 20 the pixels are saturated. */
  readonly doseFactor: number
  readonly context: CaptureContext | null
}

export interface MadeFrame {
  readonly width: number
  readonly height: number
  readonly bits: number
  /** Millimetres from pixel to pixel. */
  readonly pitch: number
  readonly data: Uint16Array
  readonly landmarks: FrameInfo['landmarks']
  readonly calibration: FrameInfo['calibration']
}

/** Who makes the pictures of the simulator; given from outside, so that devices need no phantom. */
export type MakeFrame = (exposure: SimulatedExposure) => MadeFrame | Promise<MadeFrame>

/** Every platform that we run on is little-endian, and so is the frame on its way. */
export const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength)
