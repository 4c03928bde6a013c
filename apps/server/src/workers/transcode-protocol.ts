import type { FrameApart } from '@talus/dicom'
import type { Call } from './protocol.ts'

/** The part of a file that is wanted, and its form. */
export type TranscodeTask =
  /** The file in another transfer syntax. */
  | { readonly kind: 'file'; readonly syntax: string }
  /** Its data set alone, uncompressed in explicit or implicit VR little endian. */
  | { readonly kind: 'data-set'; readonly syntax: string }
  /** Frames as they are stored, or in a transfer syntax; frames count from 0. */
  | {
      readonly kind: 'frames'
      readonly frames: readonly number[] | 'all'
      readonly syntax: string | undefined
      /** Set if the bytes are not the whole file. */
      readonly apart?: FrameApart | undefined
    }
  /**
   * The decoded pixel data of a frame, as `display` of its metadata describes it; counts from 0.
   */
  | {
      readonly kind: 'numbers'
      readonly frame: number
      readonly apart?: FrameApart | undefined
    }
  /** The overlay planes of a frame, as `planes` of its metadata announces them; counts from 0. */
  | {
      readonly kind: 'planes'
      readonly frame: number
      readonly apart?: FrameApart | undefined
    }
  /** A frame as a packed slice of packages/volume; counts from 0. */
  | {
      readonly kind: 'pack-slice'
      readonly frame: number
      readonly apart?: FrameApart | undefined
    }
  /** A value, by its path in the DICOM JSON of the file. */
  | { readonly kind: 'value'; readonly path: string }
  /** The SHA-256 of its decoded pixel data, with its values or without; the same in every syntax. */
  | { readonly kind: 'content-hash'; readonly of: 'object' | 'pixels' }

/** The calls of the transcode pool. */
export interface TranscodeProtocol {
  readonly calls: {
    /** The result is in parts; `bytes` are the whole file, unless the task says otherwise. */
    readonly transcode: Call<
      { readonly task: TranscodeTask; readonly bytes: Uint8Array },
      readonly Uint8Array<ArrayBuffer>[]
    >
  }
}
