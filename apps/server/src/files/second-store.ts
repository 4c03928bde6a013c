import { randomUUID } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { getErrorCode } from '@talus/node-kit/error-code'
import { writeDurably } from '@talus/node-kit/write-durably'
import { createDiskFileStore } from './disk-file-store.ts'
import {
  MissingStorage,
  SecondStoreProblem,
  SecondStoreUnavailable,
  StorageUnavailable,
} from './file-store.ts'
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

/** The store as its operator writes it in the settings. */
export function namePlace(settings: SecondStoreSettings): string {
  if (settings.kind === 'disk') return settings.folder
  const { bucket, prefix = '' } = settings
  return `s3://${bucket}${prefix === '' ? '' : `/${prefix}`}`
}

/** In the folder: a NAS that is not mounted is an empty folder, whose images would look lost. */
const markFile = 'talus-second-store.id'
/** A NAS that does not answer must not keep requests waiting. */
const answerMs = 10_000
const rememberedMs = 5000

export interface SecondStore {
  readonly place: string
  readonly files: FileStore
  /** Runs work on the store; rejects with SecondStoreUnavailable if it is out of reach. */
  readonly use: <Result>(
    work: (files: FileStore) => Promise<Result>,
    /** Without it, work that is not done within seconds counts as an outage. */
    options?: { readonly mayTakeLong: boolean },
  ) => Promise<Result>
  /** Rejects with SecondStoreUnavailable unless files can be read and written. */
  readonly check: () => Promise<void>
}

export async function openSecondStore(settings: SecondStoreSettings): Promise<SecondStore> {
  const { files, check, checkWritable } = await openUnchecked(settings)
  let checkedAt = -Infinity
  return {
    place: namePlace(settings),
    files,
    check: async () => {
      try {
        await answerInTime(check())
        await answerInTime(checkWritable())
      } catch (error) {
        throw new SecondStoreUnavailable(toProblem(error))
      }
    },
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

/** A key of the store; `images` is the only folder that is listed. */
const probeKey = 'probe'

async function openUnchecked(settings: SecondStoreSettings) {
  if (settings.kind === 'disk') {
    const { folder, noteFile } = settings
    return {
      files: createDiskFileStore(folder),
      check: () => checkMark(folder, noteFile),
      checkWritable: async () => {
        const path = join(folder, `.talus-${randomUUID()}.probe`)
        await writeFile(path, 'Talus can write here.')
        await rm(path, { force: true })
      },
    }
  }
  const { createS3FileStore } = await import('./s3-file-store.ts')
  const files = createS3FileStore(settings)
  return {
    files,
    // A bucket says by itself that it does not exist.
    check: () => Promise.resolve(),
    checkWritable: async () => {
      await files.check()
      await files.put(probeKey, Buffer.from('Talus can write here.'))
      await files.remove(probeKey)
    },
  }
}

const refusedCodes = ['EACCES', 'EPERM', 'EROFS']
const fullCodes = ['ENOSPC', 'EDQUOT']

/** Why the store cannot be used, in the words of its operator. */
export function toProblem(error: unknown): SecondStoreProblem {
  if (error instanceof SecondStoreProblem) return error
  if (error instanceof SecondStoreUnavailable) return toProblem(error.cause)
  const options = { cause: error }
  if (error instanceof MissingStorage)
    return new SecondStoreProblem('bucket', error.message.replace(/^S3_BUCKET: /u, ''), options)
  const code = getErrorCode(error) ?? ''
  const text = error instanceof Error ? error.message : String(error)
  if (refusedCodes.includes(code))
    return new SecondStoreProblem('not-writable', `it cannot be written (${code})`, options)
  if (fullCodes.includes(code)) return new SecondStoreProblem('full', 'its disk is full', options)
  if (error instanceof StorageUnavailable)
    return new SecondStoreProblem('no-answer', `it does not answer (${error.reason})`, options)
  return new SecondStoreProblem('failed', text, options)
}

async function answerInTime<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new SecondStoreProblem('no-answer', 'it gives no answer in time')),
      answerMs,
    )
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
    if (['ENOENT', 'ENOTDIR'].includes(getErrorCode(error) ?? '')) return undefined
    throw error
  }
}

/**
 * Compares the mark of the folder with the note of this installation. The first use writes both; a
 * restored installation takes over the mark that it finds.
 */
async function checkMark(folder: string, noteFile: string): Promise<void> {
  // It would depend on the folder from which the server was started.
  if (!isAbsolute(folder))
    throw new SecondStoreProblem('not-absolute', `${folder} is not a whole path`)
  const mark = await readMark(join(folder, markFile))
  const note = await readMark(noteFile)
  if (mark !== undefined && mark === note) return
  if (mark !== undefined && note === undefined) return writeDurably(noteFile, mark)
  if (mark !== undefined)
    throw new SecondStoreProblem(
      'other-talus',
      `${folder} belongs to another installation of Talus`,
    )
  // The folder is not created: a drive that is not connected would become a folder of this disk.
  const found = await stat(folder).catch((error: unknown) => {
    if (getErrorCode(error) === 'ENOENT') return undefined
    throw error
  })
  if (!found) throw new SecondStoreProblem('folder-missing', `there is no folder ${folder}`)
  if (!found.isDirectory())
    throw new SecondStoreProblem('not-a-folder', `${folder} is not a folder`)
  if (note !== undefined)
    throw new SecondStoreProblem('not-mounted', `${folder} lacks ${markFile}: is it mounted?`)
  const id = randomUUID()
  await writeDurably(join(folder, markFile), id)
  await writeDurably(noteFile, id)
}
