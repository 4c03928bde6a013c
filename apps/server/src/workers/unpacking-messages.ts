import type { DicomFaultCode } from '@talus/dicom'

export interface UnpackingTask {
  /** Explicit or implicit little-endian encoding. */
  readonly transferSyntax: string
}

export type UnpackingAnswer =
  | { readonly dataSet: Uint8Array }
  | { readonly fault: { readonly code: DicomFaultCode; readonly detail: string } }
