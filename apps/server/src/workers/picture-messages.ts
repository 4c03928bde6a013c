import type { DicomAnswer } from './dicom-answers.ts'

/** What the worker is asked; `bytes` come along. */
export interface PictureTask {
  readonly frame: number | undefined
  readonly longestEdge: number | undefined
  readonly quality: number
}

export type PictureAnswer = DicomAnswer<Uint8Array<ArrayBuffer>>
