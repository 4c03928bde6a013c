import { errorCode } from './error-code.ts'
import { StorageUnavailable } from './files.ts'

/** Faults of the machine rather than of the request; each passes without a restart. */
const unavailable: Readonly<Record<string, string>> = {
  ENOSPC: 'disk full',
  EDQUOT: 'disk quota used up',
  EROFS: 'disk is read-only',
  EIO: 'disk failed',
  EMFILE: 'too many open files',
  ENFILE: 'too many open files',
}

function faultOf(error: unknown): unknown {
  const reason = unavailable[errorCode(error) ?? '']
  return reason === undefined ? error : new StorageUnavailable(reason, error)
}

/** Runs a file system call of ours; the errors of the caller's own stream do not pass through. */
export async function onDisk<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw faultOf(error)
  }
}
