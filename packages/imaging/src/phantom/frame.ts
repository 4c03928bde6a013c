import type { BodyPart, View } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import type { Detector } from './physics/detector.ts'
import type { Point } from './scene/geometry.ts'

export type AnimalSize = 'S' | 'M' | 'L'

/** The animal, its pose and the panel: everything of a frame but its technique. */
export interface PoseRequest {
  readonly species: Species
  /** A body part, or the name of a dental region. */
  readonly bodyPart: BodyPart | (string & {})
  /** Ignored for dental regions. */
  readonly view?: View
  readonly size: AnimalSize
  /** Source-to-image distance in mm. */
  readonly sid?: number
  /** Seed of the animal. */
  readonly seed: number
  /** Seed of the pose and the noise; by default that of the animal. */
  readonly poseSeed?: number
  /** Seed of gain, offset and defects, which belong to the panel, not to the exposure. */
  readonly detectorSeed?: number
  /** Pixel pitch in millimetres. */
  readonly pitch?: number
  /** 2 combines four pixels of the panel into one, for smaller frames. */
  readonly binning?: 1 | 2
  readonly width?: number
  readonly height?: number
}

export interface ExposureValues {
  readonly kv: number
  readonly ma: number
  readonly ms: number
}

export interface FrameRequest extends PoseRequest, ExposureValues {}

export interface SimulatedFrame {
  readonly width: number
  readonly height: number
  readonly bits: 14
  readonly pitch: number
  readonly data: Uint16Array
  /** In pixels, from the centre of the first one. */
  readonly landmarks: Readonly<Record<string, Point>>
  /** The true values of measurements by name: vhs, tpa, advancement. */
  readonly truth: Readonly<Record<string, number>>
  /** The corners of the collimated field, clockwise from the upper left. */
  readonly collimation: readonly Point[]
  /** The lead letter, in pixels; null if no side is stated or the animal fills the field. */
  readonly marker: {
    readonly letter: 'L' | 'R'
    readonly x: number
    readonly y: number
    readonly radius: number
  } | null
  readonly detector: Detector
}
