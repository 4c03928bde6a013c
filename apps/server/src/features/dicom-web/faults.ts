import { refuse } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import { isServerFault, WorkerFault } from '../../workers/index.ts'

/** Refuses with the codes and statuses of PS3.18 if a file cannot be converted. */
export function refuseFor(error: unknown): never {
  if (error instanceof WorkerFault)
    refuse(isServerFault(error) ? 'server/unavailable' : 'image/unreadable')
  if (!(error instanceof DicomFault)) throw error
  switch (error.code) {
    case 'no-picture':
    case 'no-such-frame':
      return refuse('record/not-found')
    case 'unsupported':
    case 'too-large':
      return refuse('web/not-acceptable')
    default:
      return refuse('image/unreadable')
  }
}
