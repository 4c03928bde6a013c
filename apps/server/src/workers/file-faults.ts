import { DicomFault } from '@talus/dicom'
import { defineErrorCodec } from './protocol.ts'

/** Faults of the DICOM file that a worker was given. */
export const fileFaults = defineErrorCodec({
  pack: (error) =>
    error instanceof DicomFault
      ? { code: error.code, detail: error.detail, limit: error.limit }
      : undefined,
  unpack: ({ code, detail, limit }) => new DicomFault(code, detail, { limit }),
})

/** For calls that only start a thread, with an empty file. */
export function ignoreFileFault(error: unknown): void {
  if (!(error instanceof DicomFault)) throw error
}
