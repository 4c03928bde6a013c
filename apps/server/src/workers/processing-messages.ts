import type { Species } from '@talus/contract'

/** What stands beside the counts of a frame, which come along. */
export interface FrameDescription {
  readonly id: string | undefined
  readonly width: number
  readonly height: number
  readonly bits: number
  /** As the bridge told it. */
  readonly calibration: unknown
  readonly species: Species
  readonly bodyPart: string
  readonly look: string | undefined
}

/** What the worker is asked. */
export type ProcessingTask = { readonly cacheFolder: string | undefined } & (
  | { readonly kind: 'process'; readonly frame: FrameDescription; readonly withPreview: boolean }
  | { readonly kind: 'picture'; readonly frame: FrameDescription; readonly longestEdge: number }
  /** To be ready for the next frame: of this panel, or of those that were used last. */
  | {
      readonly kind: 'warm'
      readonly panel:
        | { readonly width: number; readonly height: number; readonly calibration: unknown }
        | undefined
    }
)

/** On the screen before the whole image is made. */
export interface FramePreview {
  readonly jpeg: Uint8Array
  readonly exposureIndex: number | null
  readonly deviationIndex: number | null
}

export interface ProcessedFrame {
  readonly rows: number
  readonly columns: number
  readonly bitsStored: number
  /** 16 bit little endian, MONOCHROME2. */
  readonly pixels: Uint8Array
  /** PS3.3 C.11.2.1.3.1: it is a sigmoid. */
  readonly window: { readonly center: number; readonly width: number }
  readonly look: string
  readonly exposureIndex: number | null
  readonly targetExposureIndex: number | null
  readonly deviationIndex: number | null
}

/** `notes` are for the log: an image is made of whatever there is. */
export type ProcessingAnswer = { readonly notes: readonly string[] } & (
  | { readonly kind: 'process'; readonly result: ProcessedFrame }
  | { readonly kind: 'picture'; readonly result: Uint8Array }
  | { readonly kind: 'warm' }
  /** Counts that are no frame: errors do not keep their class on the way from a worker. */
  | { readonly kind: 'mismatch'; readonly message: string }
)
