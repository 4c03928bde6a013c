import { refuse } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import { isOfServer, WorkerFault } from '../../workers/index.ts'

/** What cannot be made of a file, in the words and the statuses of PS3.18. */
export function refuseFor(error: unknown): never {
  if (error instanceof WorkerFault)
    refuse(isOfServer(error) ? 'server/unavailable' : 'image/unreadable')
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
