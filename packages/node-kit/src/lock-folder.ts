import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface LockOptions {
  /** The lock file, which stays in the folder. */
  readonly fileName: string
  /** The name of the program in the error message. */
  readonly program: string
}

/**
 * Ensures that one process uses a folder, and returns a function that unlocks it. The lock is a
 * SQLite transaction that is never ended: the operating system releases it however the process
 * dies, which a PID file would not.
 */
export function lockFolder(folder: string, { fileName, program }: LockOptions): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(folder, fileName))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    throw new Error(`Another ${program} is using ${folder}. Stop it first.`, { cause: error })
  }
  return () => lock.close()
}
