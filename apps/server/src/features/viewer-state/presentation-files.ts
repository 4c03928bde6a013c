import { Refusal, refuse } from '@talus/contract'
import type { PresentedImage, ReadPresentation, StoredTables } from '@talus/dicom'
import type { Logger } from '@talus/node-kit/logger'
import type { FileStore } from '../../files/index.ts'
import { threadBytesMax } from '../../workers/index.ts'
import type { ReadPool } from '../../workers/index.ts'
import { readPrefix } from '../images/index.ts'

export interface PresentationFileDeps {
  readonly files: FileStore
  readonly readPool: ReadPool
  readonly log: Logger
}

interface StoredFile {
  readonly filePath: string
  readonly byteLength: number
}

/** The lookup tables are before the pixel data; most headers are short. */
const headerLengths = [128 * 1024, 4 * 1024 * 1024, threadBytesMax]

/** A file that cannot be read is a refusal: its bytes may be anything. */
async function readOrRefuse<Result>(log: Logger, read: () => Promise<Result | undefined>) {
  try {
    return (await read()) ?? refuse('image/unreadable')
  } catch (error) {
    if (error instanceof Refusal) throw error
    log.warn({ err: error }, 'file of a presentation state not read')
    return refuse('image/unreadable')
  }
}

export const readTables = (
  { files, readPool, log }: PresentationFileDeps,
  { filePath, byteLength }: StoredFile,
): Promise<StoredTables> =>
  readOrRefuse(log, () =>
    readPrefix(files, { key: filePath, byteLength }, headerLengths, (prefix) =>
      readPool.readTables(prefix, byteLength),
    ),
  )

export const readState = (
  { files, readPool, log }: PresentationFileDeps,
  { filePath, byteLength }: StoredFile,
  image: PresentedImage,
): Promise<ReadPresentation> =>
  readOrRefuse(log, () =>
    readPool.readPresentation(
      {
        byteLength,
        open: async () => (await files.read(filePath)) ?? refuse('image/missing'),
      },
      image,
    ),
  )
