import type { Species } from '@talus/contract'

/** A frame without its detector counts, which are sent along as bytes. */
export interface FrameDescription {
  readonly id: string | undefined
  readonly width: number
  readonly height: number
  readonly bits: number
  /** As received from the bridge. */
  readonly calibration: unknown
  readonly species: Species
  readonly bodyPart: string
  readonly look: string | undefined
}

/** A task of the worker. */
export type ProcessTask = { readonly cacheFolder: string | undefined } & (
  | { readonly kind: 'process'; readonly frame: FrameDescription; readonly withPreview: boolean }
  | { readonly kind: 'jpeg'; readonly frame: FrameDescription; readonly longestEdge: number }
  /** Prepares for the next frame of this panel, or of the last used ones. */
  | {
      readonly kind: 'warm'
      readonly panel:
        | { readonly width: number; readonly height: number; readonly calibration: unknown }
        | undefined
    }
)

/** Shown before the whole image is processed. */
export interface FramePreview {
  readonly jpeg: Uint8Array
  readonly exposureIndex: number | null
  readonly deviationIndex: number | null
}

export interface ProcessedFrame {
  readonly rows: number
  readonly columns: number
  /** Position of the image in the frame: the collimated border is cropped. */
  readonly origin: { readonly x: number; readonly y: number }
  readonly bitsStored: number
  /** 16 bit little endian, MONOCHROME2. */
  readonly pixels: Uint8Array
  /** PS3.3 C.11.2.1.3.1: window of a sigmoid VOI LUT function. */
  readonly window: { readonly center: number; readonly width: number }
  readonly look: string
  readonly exposureIndex: number | null
  readonly targetExposureIndex: number | null
  readonly deviationIndex: number | null
}

/** `notes` are logged: incomplete calibration data does not prevent an image. */
export type ProcessResponse = { readonly notes: readonly string[] } & (
  | { readonly kind: 'process'; readonly result: ProcessedFrame }
  | { readonly kind: 'jpeg'; readonly result: Uint8Array }
  | { readonly kind: 'warm' }
  /** The counts do not match the frame; errors lose their class when they leave a worker. */
  | { readonly kind: 'mismatch'; readonly message: string }
)
