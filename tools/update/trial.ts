import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { giveToOwner } from '../service/owner.ts'
import { getExchangePaths } from './layout.ts'

const touchMs = 1000
const pollMs = 200
/** A new version is loaded within seconds; the migration of a large database takes longer. */
const startMaxMs = 90_000
const migrationMaxMs = 60 * 60_000
/** A version that has died this often without a message does not run here. */
const startsMax = 3

/**
 * From here on a server that starts accepts no work: not during the switch, and not until the new
 * version was checked. If this process dies, the next server notices that the file is not touched
 * any more and records that it accepts work.
 */
export async function beginTrial() {
  const { folder, trial, starts, failure, passed, accepted } = getExchangePaths()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveToOwner(folder)
  for (const file of [starts, failure, passed, accepted]) await rm(file, { force: true })
  await writeFile(trial, randomUUID(), { mode: 0o600 })
  giveToOwner(trial)
  const touch = () => {
    const now = new Date()
    // The server may have taken the file away after a jump of the clock.
    if (existsSync(trial)) utimesSync(trial, now, now)
  }
  const touching = setInterval(touch, touchMs).unref()
  return {
    /** Returns the reason why the new version cannot run; undefined if it has passed. */
    waitForResult: (hasEnded: () => boolean) => waitForResult(hasEnded),
    end: async () => {
      clearInterval(touching)
      await rm(trial, { force: true })
    },
  }
}

/** Whether a server has accepted work although the update has not ended. */
export const wasAccepted = () => existsSync(getExchangePaths().accepted)

export async function removeTrial(): Promise<void> {
  const { trial, starts, failure, passed, accepted } = getExchangePaths()
  for (const file of [trial, starts, failure, passed, accepted]) await rm(file, { force: true })
}

async function countStarts(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean).length
}

async function waitForResult(hasEnded: () => boolean): Promise<string | undefined> {
  const { starts, failure, passed } = getExchangePaths()
  const startedAt = performance.now()
  for (;;) {
    // Asked before the files are read: a process writes its reason before it ends.
    const isOver = hasEnded()
    if (existsSync(passed)) return undefined
    if (existsSync(failure)) return readFile(failure, 'utf8')
    const count = await countStarts(starts)
    const waitedMs = performance.now() - startedAt
    if (count >= startsMax) return `it has ended ${count} times without a message`
    if (isOver) return 'it has ended without a message'
    if (count === 0 && waitedMs > startMaxMs) return 'it does not start'
    if (waitedMs > migrationMaxMs) return 'it was not ready within an hour'
    await new Promise((done) => setTimeout(done, pollMs))
  }
}
