import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Ensures one bridge per data folder: two would both offer the same frames. The operating system
 * releases this lock however the process dies, which a PID file would not.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(folder, 'bridge.lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    throw new Error(`Another bridge is using ${folder}. Stop it first.`, { cause: error })
  }
  return () => lock.close()
}
