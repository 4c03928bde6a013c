import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Ensures one server per data folder. The lock is a SQLite transaction that is never ended: the
 * operating system releases it however the process dies, which a PID file would not.
 */
export function lockDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'server.lock'))
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch (error) {
    lock.close()
    throw new Error(`Another Talus server is using ${folder}. Stop it first.`, { cause: error })
  }
  return () => lock.close()
}
