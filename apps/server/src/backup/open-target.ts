import { readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, resolve } from 'node:path'
import { MissingStorage, openFileStore } from '../files/index.ts'
import type { FileSettings, FileStore } from '../files/index.ts'
import { BackupProblem } from './backup-problem.ts'

export interface TargetSettings {
  readonly dataFolder: string
  /** The storage of the images, if it is a bucket. */
  readonly s3: { readonly bucket: string } | undefined
  /** The service and the key for a bucket. */
  readonly s3Access: Omit<Extract<FileSettings, { kind: 's3' }>, 'kind' | 'bucket' | 'prefix'>
}

const bucketPattern = /^s3:\/\/(?<bucket>[a-z0-9.-]+)(?:\/(?<prefix>.*))?$/u

/** The place without symbolic links; a folder that does not exist yet has none. */
const findRealPath = (folder: string) => realpath(folder).catch(() => resolve(folder))

const isInside = (inner: string, outer: string) => {
  const path = relative(outer, inner)
  return path === '' || (!path.startsWith('..') && !isAbsolute(path))
}

/** Opens `s3://bucket/prefix` or an existing folder. */
export async function openTarget(target: string, settings: TargetSettings): Promise<FileStore> {
  const found = bucketPattern.exec(target)?.groups
  if (found) return openBucket(found['bucket'] ?? '', found['prefix'], settings)
  if (/^[a-z0-9]{2,}:\/\//iu.test(target))
    throw new BackupProblem(`${target}: a target is a folder or s3://bucket/prefix.`, {
      fault: 'backup/not-absolute',
    })
  const folder = resolve(target)
  const entry = await stat(folder).catch(() => undefined)
  // The folder is not created: a drive that is not connected would become a folder of this disk.
  if (!entry)
    throw new BackupProblem(`The folder ${folder} does not exist. Is the drive connected?`, {
      fault: 'backup/folder-missing',
    })
  if (!entry.isDirectory())
    throw new BackupProblem(`${folder} is not a folder.`, { fault: 'backup/not-a-folder' })
  const place = await findRealPath(folder)
  const data = await findRealPath(settings.dataFolder)
  if (isInside(place, data) || isInside(data, place))
    throw new BackupProblem(
      `${folder} and the data folder ${settings.dataFolder} contain each other. Choose a folder on another disk.`,
      { fault: 'backup/contains-data' },
    )
  return guardFolder(await openFileStore({ kind: 'disk', folder }), folder, entry.dev)
}

/** The folders that systems put into the top folder of a disk. */
const systemNames = ['lost+found', 'system volume information', '$recycle.bin']

/** The first file or folder of another program in a folder that is to become a target. */
export async function findForeignFile(target: string): Promise<string | undefined> {
  if (target.startsWith('s3://')) return undefined
  const names = await readdir(resolve(target))
  return names.find((name) => !name.startsWith('.') && !systemNames.includes(name.toLowerCase()))
}

/**
 * Refuses to write after the drive was disconnected: its folder would be created on the disk of the
 * PC, and the rest of the backup would fill that one.
 */
function guardFolder(files: FileStore, folder: string, device: number): FileStore {
  return {
    ...files,
    put: async (...change) => {
      const entry = await stat(folder).catch(() => undefined)
      if (entry?.dev !== device)
        throw new BackupProblem(`${folder} is no longer there. Was the drive disconnected?`, {
          fault: 'backup/gone',
        })
      return files.put(...change)
    },
  }
}

async function openBucket(
  bucket: string,
  prefix: string | undefined,
  { s3, s3Access }: TargetSettings,
): Promise<FileStore> {
  if (s3?.bucket === bucket)
    throw new BackupProblem(
      `The bucket ${bucket} holds the images themselves. Choose another one.`,
      {
        fault: 'backup/own-bucket',
      },
    )
  const files = await openFileStore({ ...s3Access, kind: 's3', bucket, prefix })
  try {
    await files.check()
  } catch (error) {
    if (error instanceof MissingStorage)
      throw new BackupProblem(error.message.replace(/^S3_BUCKET: /u, ''), {
        cause: error,
        fault: 'backup/bucket',
      })
    throw error
  }
  return files
}
