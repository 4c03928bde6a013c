import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { getErrorCode } from '@talus/node-kit/error-code'
import { writeDurably } from '@talus/node-kit/write-durably'
import { createDiskFileStore } from './disk-file-store.ts'
import { SecondStoreUnavailable } from './file-store.ts'
import type { FileStore } from './file-store.ts'
import type { S3Settings } from './s3-client.ts'

export type SecondStoreSettings =
  | {
      readonly kind: 'disk'
      readonly folder: string
      /** The file in which this installation notes which folder it is. */
      readonly noteFile: string
    }
  | ({ readonly kind: 's3' } & S3Settings)

/** In the folder: a NAS that is not mounted is an empty folder, whose images would look lost. */
const markFile = 'talus-second-store.id'
/** A NAS that does not answer must not keep requests waiting. */
const answerMs = 10_000
const rememberedMs = 5000

export interface SecondStore {
  readonly files: FileStore
  /** Runs work on the store; rejects with SecondStoreUnavailable if it is out of reach. */
  readonly use: <Result>(
    work: (files: FileStore) => Promise<Result>,
    /** Without it, work that is not done within seconds counts as an outage. */
    options?: { readonly mayTakeLong: boolean },
  ) => Promise<Result>
}

export async function openSecondStore(settings: SecondStoreSettings): Promise<SecondStore> {
  const { files, check } = await openUnchecked(settings)
  let checkedAt = -Infinity
  return {
    files,
    use: async (work, { mayTakeLong } = { mayTakeLong: false }) => {
      try {
        if (performance.now() - checkedAt > rememberedMs) {
          await answerInTime(check())
          checkedAt = performance.now()
        }
        return await (mayTakeLong ? work(files) : answerInTime(work(files)))
      } catch (error) {
        checkedAt = -Infinity
        throw error instanceof RangeError ? error : new SecondStoreUnavailable(error)
      }
    },
  }
}

async function openUnchecked(settings: SecondStoreSettings) {
  if (settings.kind === 'disk') {
    const { folder, noteFile } = settings
    return { files: createDiskFileStore(folder), check: () => checkMark(folder, noteFile) }
  }
  const { createS3FileStore } = await import('./s3-file-store.ts')
  const files = createS3FileStore(settings)
  // A bucket says by itself that it does not exist.
  return { files, check: () => Promise.resolve() }
}

async function answerInTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), answerMs)
  })
  try {
    return await Promise.race([work, tooLate])
  } finally {
    clearTimeout(timer)
  }
}

async function readMark(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Compares the mark of the folder with the note of this installation. The first use writes both; a
 * restored installation takes over the mark that it finds.
 */
async function checkMark(folder: string, noteFile: string): Promise<void> {
  const mark = await readMark(join(folder, markFile))
  const note = await readMark(noteFile)
  if (mark !== undefined && mark === note) return
  if (mark !== undefined && note === undefined) return writeDurably(noteFile, mark)
  if (mark !== undefined) throw new Error(`${folder} belongs to another installation of Talus`)
  if (note !== undefined) throw new Error(`${folder} lacks ${markFile}: is it mounted?`)
  // The folder is not created: a drive that is not connected would become a folder of this disk.
  if (!(await stat(folder)).isDirectory()) throw new Error(`${folder} is not a folder`)
  const id = randomUUID()
  await writeDurably(join(folder, markFile), id)
  await writeDurably(noteFile, id)
}
