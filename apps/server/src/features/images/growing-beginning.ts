import { buffer } from 'node:stream/consumers'
import { refuse } from '@talus/contract'
import { DicomFault } from '@talus/dicom'
import type { FileStore } from '../../files/index.ts'

export interface FileToRead {
  readonly key: string
  readonly byteLength: number
}

/**
 * Reads the beginning of a file, and more of it as long as the reader says `needs-more`: a few
 * kilobytes are enough for most, and some makers write megabytes of their own before the pixels.
 * Undefined where even the longest was not enough.
 */
export async function readGrowing<Result>(
  files: FileStore,
  { key, byteLength }: FileToRead,
  lengths: readonly number[],
  read: (beginning: () => Promise<Uint8Array>) => Promise<Result>,
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
