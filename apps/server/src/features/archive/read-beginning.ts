import { Refusal, refuse } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import type { FileStore } from '../../files/index.ts'
import { isOfServer, WorkerFault } from '../../workers/index.ts'
import type { Reading, Readings } from '../../workers/index.ts'
import { readGrowing } from '../images/index.ts'

/** Private attributes of some makers take megabytes before the pixels begin. */
const moreBytes = [1024 * 1024, 16 * 1024 * 1024, 256 * 1024 * 1024]

/** What a file that is still arriving says of itself; it may turn out to need more of it. */
export const readBeginning = async (
  readings: Readings,
  beginning: Buffer,
  isWhole: boolean,
): Promise<Reading | 'needs-more'> => {
  const fileBytes = isWhole ? beginning.byteLength : Number.MAX_SAFE_INTEGER
  try {
    // A copy: the beginning is still to be written.
    return await readings.read(new Uint8Array(beginning), fileBytes)
  } catch (error) {
    if (error instanceof DicomFault && error.code === 'needs-more') return 'needs-more'
    throw refusalOf(error)
  }
}

/** The same of a file that lies in the store. */
export async function readStored(
  readings: Readings,
  files: FileStore,
  file: { readonly key: string; readonly byteLength: number },
): Promise<Reading> {
  try {
    const reading = await readGrowing(files, file, moreBytes, async (beginning) =>
      readings.read(await beginning(), file.byteLength),
    )
    if (reading) return reading
  } catch (error) {
    throw refusalOf(error)
  }
  refuse('import/unsupported', { values: { detail: 'no pixels in the first 256 MB' } })
}

/** Whoever sent it is told what is wrong with it, in words. */
function refusalOf(error: unknown): unknown {
  if (error instanceof WorkerFault)
    return new Refusal(isOfServer(error) ? 'server/unavailable' : 'import/damaged')
  if (!(error instanceof DicomFault)) return error
  if (error.code === 'not-dicom') return new Refusal('import/not-dicom')
  if (error.code === 'damaged' || error.code === 'needs-more') return new Refusal('import/damaged')
  return new Refusal('import/unsupported', { values: { detail: error.detail } })
}
