import { refuse } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import { openChunks } from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'
import type { FilePrefix } from '../../../workers/index.ts'

export interface FileToRead {
  readonly key: string
  readonly byteLength: number
}

/** The last of the lengths to try: the header, however long it is. */
export const wholeHeader = Infinity

/**
 * Reads a prefix of a file, and a longer one as long as the reader fails with `needs-more`: a few
 * kilobytes suffice for most files, and some manufacturers write megabytes of private data before
 * the pixel data. Undefined if even the longest prefix was too short.
 */
export async function readPrefix<Result>(
  files: FileStore,
  { key, byteLength }: FileToRead,
  lengths: readonly number[],
  read: (prefix: FilePrefix) => Promise<Result>,
): Promise<Result | undefined> {
  for (const length of lengths) {
    try {
      return await read({
        byteLength: Math.min(length, byteLength),
        open: async () => {
          const chunks = await openChunks(files, key, { start: 0, end: length - 1 })
          return chunks ?? refuse('image/missing')
        },
      })
    } catch (error) {
      const isMoreNeeded = error instanceof DicomFault && error.code === 'needs-more'
      if (!isMoreNeeded || length >= byteLength) throw error
    }
  }
  return undefined
}
