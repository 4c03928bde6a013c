import { getErrorCode } from '@talus/node-kit/error-code'
import { StorageUnavailable } from './file-store.ts'

/** Errors of the host rather than of the request; each passes without a restart. */
const unavailable: Readonly<Record<string, string>> = {
  ENOSPC: 'disk full',
  EDQUOT: 'disk quota used up',
  EROFS: 'disk is read-only',
  EIO: 'disk failed',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
}

function toStorageError(error: unknown): unknown {
  const reason = unavailable[getErrorCode(error) ?? '']
  return reason === undefined ? error : new StorageUnavailable(reason, error)
}

/**
 * Runs a file system call of the store and translates its errors. Errors of the caller's own stream
 * must not pass through here.
 */
export async function mapDiskErrors<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw toStorageError(error)
  }
}

/** Resolves with undefined if there is no such file. */
export async function unlessMissing<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(getErrorCode(error) ?? '')) return undefined
    throw error
  }
}
