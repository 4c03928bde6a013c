import type { Window } from '@talus/dicom'
import type { DicomAnswer } from './dicom-answers.ts'

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
  /** Of the file, where it has to be the one that was stored. */
  readonly sha256: string | undefined
}

/** Without a picture where the file is not the one that was stored. */
export type PictureAnswer = DicomAnswer<Uint8Array<ArrayBuffer> | undefined>
