import type { FrameApart, VoiWindow } from '@talus/dicom'
import type { Call } from './protocol.ts'

/** The region of an image to render, and the size of the result. */
export interface Viewport {
  /** The region is scaled down or up to fit. */
  readonly width: number
  readonly height: number
  /** In pixels of the image; the whole image if omitted. */
  readonly region?: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
    readonly isMirrored: boolean
    readonly isUpsideDown: boolean
  }
}

export interface RenderTask {
  /** The whole file, or its header and the frame. */
  readonly bytes: Uint8Array
  readonly apart: FrameApart | undefined
  readonly window: VoiWindow | undefined
  readonly viewport: Viewport | undefined
  readonly format: 'jpeg' | 'png'
  readonly frame: number | undefined
  readonly longestEdge: number | undefined
  readonly quality: number
  /** Expected hash of the file; undefined if it is not to be verified. */
  readonly sha256: string | undefined
}

/** The calls of the render pool. */
export interface RenderProtocol {
  readonly calls: {
    /** The encoded image; undefined if the file does not have the expected hash. */
    readonly render: Call<RenderTask, Uint8Array<ArrayBuffer> | undefined>
  }
}
