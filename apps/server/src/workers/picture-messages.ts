import type { DicomFaultCode, Window } from '@talus/dicom'

/** Which part of a picture is shown, and how large. */
export interface Viewport {
  /** The picture is made to fit, smaller or larger. */
  readonly width: number
  readonly height: number
  /** In pixels of the image; the whole of it where it is not told. */
  readonly region?: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
    readonly isMirrored: boolean
    readonly isUpsideDown: boolean
  }
}

/** What the worker is asked; `bytes` come along. */
export interface PictureTask {
  readonly window: Window | undefined
  readonly viewport: Viewport | undefined
  readonly format: 'jpeg' | 'png'
  readonly frame: number | undefined
  readonly longestEdge: number | undefined
  readonly quality: number
}

/** Errors do not keep their class on the way from a worker. */
export type PictureAnswer =
  | { readonly picture: Uint8Array<ArrayBuffer> }
  | { readonly fault: { readonly code: DicomFaultCode; readonly detail: string } }
