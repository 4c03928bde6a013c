import { buffer } from 'node:stream/consumers'
import { refuse } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import type { FileStore } from '../../../files/index.ts'

export interface FileToRead {
  readonly key: string
  readonly byteLength: number
}

/**
 * Reads a prefix of a file, and a longer one as long as the reader fails with `needs-more`: a few
 * kilobytes suffice for most files, and some manufacturers write megabytes of private data before
 * the pixel data. Undefined if even the longest prefix was too short.
 */
export async function readPrefix<Result>(
  files: FileStore,
  { key, byteLength }: FileToRead,
  lengths: readonly number[],
  read: (loadPrefix: () => Promise<Uint8Array>) => Promise<Result>,
): Promise<Result | undefined> {
  for (const length of lengths) {
    try {
      return await read(async () => {
        const stream =
          (await files.read(key, { start: 0, end: length - 1 })) ?? refuse('image/missing')
        return new Uint8Array(await buffer(stream))
      })
    } catch (error) {
      const isMoreNeeded = error instanceof DicomFault && error.code === 'needs-more'
      if (!isMoreNeeded || length >= byteLength) throw error
    }
  }
  return undefined
}
