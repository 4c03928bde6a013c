import type { DicomFaultCode } from '@talus/dicom'

/** What the worker is asked; `bytes` come along. */
export interface PictureTask {
  readonly frame: number | undefined
  readonly longestEdge: number | undefined
  readonly quality: number
}

/** Errors do not keep their class on the way from a worker. */
export type PictureAnswer =
  | { readonly jpeg: Uint8Array<ArrayBuffer> }
  | { readonly fault: { readonly code: DicomFaultCode; readonly detail: string } }
