import type { BodyPart, View } from '@talus/anatomy'
import type { Species } from '@talus/contract'
import type { Detector } from './detector.ts'
import type { Point } from './geometry.ts'

export type AnimalSize = 'S' | 'M' | 'L'

export interface FrameRequest {
  readonly species: Species
  /** A part of the body, or the name of a dental region. */
  readonly bodyPart: BodyPart | (string & {})
  /** Has no meaning for teeth. */
  readonly view?: View
  readonly size: AnimalSize
  readonly kv: number
  readonly ma: number
  readonly ms: number
  /** Focus to detector in mm. */
  readonly sid?: number
  /** Another seed is another animal in another pose. */
  readonly seed: number
  /** Another one is the same animal in another pose, and other noise. That of the animal if left out. */
  readonly poseSeed?: number
  readonly side?: 'L' | 'R'
  /** Gain, offset and defects belong to the panel, not to the exposure. */
  readonly detectorSeed?: number
  /** Millimetres from pixel to pixel. */
  readonly pitch?: number
  /** 2: four pixels of the panel are read as one, where room counts more than detail. */
  readonly binning?: 1 | 2
  readonly width?: number
  readonly height?: number
}

export interface SimulatedFrame {
  readonly width: number
  readonly height: number
  readonly bits: 14
  readonly pitch: number
  readonly data: Uint16Array
  /** In pixels, from the middle of the first one. */
  readonly landmarks: Readonly<Record<string, Point>>
  /** What the measurement tools should find, by their name: vhs, tpa, advancement. */
  readonly truth: Readonly<Record<string, number>>
  /** The corners of the collimated field, clockwise from the upper left. */
  readonly collimation: readonly Point[]
  readonly detector: Detector
}
