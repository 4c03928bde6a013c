import { refuse } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import type { RecordedFile } from '../stored/stored-image.ts'

/** An image beyond the limits of memory is intact: the message gives its size, and not damage. */
export function refuseTooLarge(error: unknown, { byteLength }: RecordedFile): void {
  if (error instanceof DicomFault && error.code === 'too-large')
    refuse('image/too-large', { values: { megabytes: Math.round(byteLength / 1e6) } })
}
