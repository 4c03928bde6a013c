import type { Point } from '@talus/contract'
import type { FrameApart, VoiWindow } from '@talus/dicom'
import type { Mark } from '@talus/measurements'
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

/** How a user has left an image in the viewer. Positions are in pixels of the file. */
export interface PresentedView {
  readonly crop: { readonly start: Point; readonly end: Point } | undefined
  /** The image is mirrored first, then turned clockwise. */
  readonly isMirrored: boolean
  readonly isUpsideDown: boolean
  readonly degrees: number
  readonly marks: readonly Mark[]
  readonly labels: readonly { readonly at: Point; readonly lines: readonly string[] }[]
}

export interface RenderTask {
  /** The whole file, or its header and the frame. */
  readonly bytes: Uint8Array
  readonly apart: FrameApart | undefined
  readonly window: VoiWindow | undefined
  readonly viewport: Viewport | undefined
  /** Replaces the region of the viewport; the result is a JPEG file. */
  readonly presented: PresentedView | undefined
  readonly voiLut: number | undefined
  readonly isInverted: boolean
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
