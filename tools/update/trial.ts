import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { giveToOwner } from '../service/owner.ts'
import { getExchangePaths, paths } from './layout.ts'
import type { TrialServer } from './running-talus.ts'

const touchMs = 1000
const pollMs = 200
/** A new version is loaded within seconds; the migration of a large database takes longer. */
const startMaxMs = 90_000
const migrationMaxMs = 60 * 60_000
/** The last lines of a server that ended without writing its reason. */
const linesShown = 10
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
    // The server may have taken the file away after a jump of the clock. The supervisor looks at the
    // journal, because it does not know the data folder.
    for (const path of [trial, paths.journal]) if (existsSync(path)) utimesSync(path, now, now)
  }
  const touching = setInterval(touch, touchMs).unref()
  return {
    /** Returns the reason why the new version cannot run; undefined if it has passed. */
    waitForResult: (server: TrialServer) => waitForResult(server),
    end: async () => {
      clearInterval(touching)
      await rm(trial, { force: true })
    },
  }
}

/** Whether a server has accepted work although the update has not ended. */
export const wasAccepted = () => existsSync(getExchangePaths().accepted)

/** Whether the version that was tried has passed the checks of its trial. */
export const hasPassed = () => existsSync(getExchangePaths().passed)

export async function removeTrial(): Promise<void> {
  const { trial, starts, failure, passed, accepted } = getExchangePaths()
  for (const file of [trial, starts, failure, passed, accepted]) await rm(file, { force: true })
}

async function countStarts(path: string): Promise<number> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean).length
}

async function quoteLastLines({ readOutput }: TrialServer): Promise<string> {
  const lines = (await readOutput()).split('\n').filter((line) => line.trim() !== '')
  if (lines.length === 0) return ' without a message'
  return ['. Its last lines:', ...lines.slice(-linesShown).map((line) => `    ${line}`)].join('\n')
}

async function waitForResult(server: TrialServer): Promise<string | undefined> {
  const { starts, failure, passed } = getExchangePaths()
  const startedAt = performance.now()
  for (;;) {
    // Asked before the files are read: a process writes its reason before it ends.
    const isOver = server.hasEnded()
    if (existsSync(passed)) return undefined
    if (existsSync(failure)) return readFile(failure, 'utf8')
    const count = await countStarts(starts)
    const waitedMs = performance.now() - startedAt
    if (count >= startsMax) return `it has ended ${count} times${await quoteLastLines(server)}`
    if (isOver) return `it has ended${await quoteLastLines(server)}`
    if (count === 0 && waitedMs > startMaxMs) return 'it does not start'
    if (waitedMs > migrationMaxMs) return 'it was not ready within an hour'
    await new Promise((done) => setTimeout(done, pollMs))
  }
}
