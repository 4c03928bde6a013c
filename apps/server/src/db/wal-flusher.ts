import { close, fdatasync, open } from 'node:fs'
import { promisify } from 'node:util'
import type { DatabaseSync } from 'node:sqlite'
import { getErrorCode } from '@talus/node-kit/error-code'
import { UnflushedCommitError } from './outage.ts'

const openFile = promisify(open)
const closeFile = promisify(close)
const flushData = promisify(fdatasync)

/** Flushes commits of an SQLite database in another thread than the one that executes queries. */
export interface WalFlusher {
  /** Whether a commit is flushed before it returns, as `synchronous = full` does. */
  readonly setFlushingCommits: (isFlushing: boolean) => void
  /** Resolves when every commit before the call is on the disk. */
  readonly flush: () => Promise<void>
  readonly close: () => void
}

/**
 * SQLite flushes its log within the commit, and the thread that serves requests waits for
 * the disk. Here it commits without flushing, and the log is flushed through a descriptor of our own.
 * A log that was not flushed ends, after a power cut, before the first commit that is not whole: later
 * commits never survive earlier ones, and a commit that SQLite flushes itself flushes those before it.
 */
export function createWalFlusher(
  database: DatabaseSync,
  file: string,
  flushFile: (descriptor: number) => Promise<void> = flushData,
): WalFlusher {
  const walFile = `${file}-wal`
  let opened: Promise<number> | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  /** A second flush after a failed one may succeed although the first bytes were lost. */
  let isLogDoubtful = false

  /** The log exists from the first commit until the database is closed, under the same name. */
  async function flushLog(): Promise<void> {
    opened ??= openFile(walFile, 'r+')
    opened.catch(() => (opened = undefined))
    await flushFile(await opened)
  }

  /** Writes everything into the database file and flushes that. */
  function moveLogIntoDatabase(): void {
    const moved = database.prepare('pragma wal_checkpoint(truncate)').get()
    if (moved?.['busy'] !== 0) throw new Error('the log could not be moved into the database')
  }

  async function flushOnce(): Promise<void> {
    try {
      if (isLogDoubtful) moveLogIntoDatabase()
      else await flushLog()
    } catch (error) {
      // Nothing was committed yet.
      if (getErrorCode(error) === 'ENOENT') return
      isLogDoubtful = true
      try {
        moveLogIntoDatabase()
      } catch {
        throw new UnflushedCommitError(error)
      }
    }
    isLogDoubtful = false
  }

  function start(): Promise<void> {
    running = flushOnce().finally(() => (running = undefined))
    return running
  }

  async function startAfter(before: Promise<void>): Promise<void> {
    await before.catch(() => undefined)
    next = undefined
    await start()
  }

  return {
    // Takes effect when the statement is compiled, so it must not come from a cache.
    setFlushingCommits: (isFlushing) =>
      database.exec(`pragma synchronous = ${isFlushing ? 'full' : 'normal'}`),
    flush: () => {
      if (!running) return start()
      // The running flush began before the last commit; all calls that come now share the next one.
      next ??= startAfter(running)
      return next
    },
    close: () => {
      void opened?.then(closeFile).catch(() => undefined)
      opened = undefined
    },
  }
}
