import { Refusal, refuse } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import type { FileStore } from '../../../files/index.ts'
import { isServerFault, WorkerFault } from '../../../workers/index.ts'
import type { FileSummary, ReadPool } from '../../../workers/index.ts'
import { createFileRefusal, readPrefix, wholeHeader } from '../../images/index.ts'

/** Private attributes of some manufacturers take megabytes before the pixel data. */
const prefixLengths = [1024 * 1024, 16 * 1024 * 1024, wholeHeader]

/**
 * Reads the attributes of a file that is still arriving; the prefix may turn out to be too short.
 */
export const readPrefixAttributes = async (
  readPool: ReadPool,
  prefix: Buffer,
  isWhole: boolean,
): Promise<FileSummary | 'needs-more'> => {
  const fileBytes = isWhole ? prefix.byteLength : Number.MAX_SAFE_INTEGER
  try {
    // A copy, because the prefix is still to be written.
    return await readPool.read(new Uint8Array(prefix), fileBytes)
  } catch (error) {
    if (error instanceof DicomFault && error.code === 'needs-more') return 'needs-more'
    throw toRefusal(error)
  }
}

/** Reads the attributes of a file in the store. */
export async function readStoredAttributes(
  readPool: ReadPool,
  files: FileStore,
  file: { readonly key: string; readonly byteLength: number },
): Promise<FileSummary> {
  try {
    const reading = await readPrefix(files, file, prefixLengths, (prefix) =>
      readPool.readStored(prefix, file.byteLength),
    )
    return reading ?? refuse('import/damaged')
  } catch (error) {
    throw toRefusal(error)
  }
}

/** Translates an error of the parser into a refusal with the reason for the sender. */
function toRefusal(error: unknown): unknown {
  if (error instanceof WorkerFault)
    return new Refusal(isServerFault(error) ? 'server/unavailable' : 'import/damaged')
  return error instanceof DicomFault ? createFileRefusal(error) : error
}
