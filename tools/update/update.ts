import { runAndCapture } from '../child.ts'
import { serverProgram } from '../build/program-paths.ts'
import { runAsOwner } from '../service/owner.ts'
import { waitForAnswer } from '../service/this-computer.ts'
import { copyDatabase, refuseFullDisk, removeDatabaseCopy } from './database-copy.ts'
import { moveIn, removeFormer } from './exchange.ts'
import { forgetFailedVersion, readFailedVersion } from './failed-version.ts'
import type { Checkout } from './git.ts'
import {
  checkOut,
  describe,
  fetchRemote,
  findTarget,
  readCheckout,
  refuseLocalChanges,
  refuseTooOld,
  tryCheckout,
} from './git.ts'
import type { Journal } from './journal.ts'
import { readJournal, removeJournal, writeJournal } from './journal.ts'
import { prepare, relinkWorkspaces, removePrepared } from './prepare.ts'
import { exitCodes, UpdateProblem } from './problem.ts'
import type { ExitCode } from './problem.ts'
import { rollBack, startByHand } from './recover.ts'
import { findRunningTalus } from './running-talus.ts'
import type { RunningTalus, TrialServer } from './running-talus.ts'
import { beginTrial, removeTrial } from './trial.ts'

export interface UpdateOptions {
  readonly to: string | undefined
  readonly backup: string | undefined
  /** Tries a version again that was rolled back before. */
  readonly again: boolean
  readonly say: (text: string) => void
}

const answerSeconds = 120

/** Says whether there is something newer, and changes nothing but what git has fetched. */
export async function checkForUpdate(options: UpdateOptions): Promise<ExitCode> {
  const { to, say } = options
  const here = await readCheckout()
  const interrupted = await readJournal()
  if (interrupted) {
    const names = await Promise.all([interrupted.to, interrupted.from].map(describe))
    say(
      `The update to ${names[0]} was interrupted (${interrupted.phase}). npm run update ends it and puts ${names[1]} back, unless the new version has passed its trial; so does the next start of Talus.`,
    )
    return exitCodes.interrupted
  }
  const target = await findTarget(await fetchRemote(), here, to)
  if (target === undefined) {
    say(`Talus is up to date: ${await describe(here.commit)}.`)
    return exitCodes.done
  }
  if (await hasFailedBefore(target, options)) return exitCodes.failedBefore
  say(`There is a newer version: ${await describe(target.commit)}. npm run update installs it.`)
  return exitCodes.newer
}

/** Whether the version was rolled back here and is not asked for again; says so. */
async function hasFailedBefore({ commit }: Checkout, { again, say }: UpdateOptions) {
  const failed = await readFailedVersion()
  if (failed?.commit !== commit || again) return false
  say(
    `${await describe(commit)} did not run here on ${failed.day}, so it is not installed: ${failed.reason}\nWait for a newer version, or try it again: npm run update -- --again.`,
  )
  return true
}

/** Brings this folder, its service and its database to a newer version, or leaves them as they were. */
export async function update(options: UpdateOptions): Promise<ExitCode> {
  const { to, say } = options
  const here = await readCheckout()
  await refuseLocalChanges()
  say('1/7 Looking for a newer version.')
  const target = await findTarget(await fetchRemote(), here, to)
  if (target === undefined) {
    say(`Talus is up to date: ${await describe(here.commit)}.`)
    return exitCodes.done
  }
  if (await hasFailedBefore(target, options)) return exitCodes.failedBefore
  await refuseTooOld(target.commit)
  await tryCheckout(target.commit)
  const talus = await findRunningTalus()
  await refuseFullDisk()
  const meanwhile = talus.isService ? 'Talus runs meanwhile.' : 'Talus is not running.'
  say(`2/7 Building ${await describe(target.commit)}. ${meanwhile}`)
  const { folders } = await prepare(target.commit, say)
  await backUp(options)
  const ignoreSignal = () => say('One moment: the update ends first.')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ignoreSignal)
  return exchange({ here, target, folders }, talus, options)
}

/** The exit code of a backup that lacks files, but has the database: docs/backup.md. */
const incompleteBackup = 3

async function backUp({ backup, say }: UpdateOptions): Promise<void> {
  if (backup === undefined) {
    say('3/7 No backup (--backup <folder> makes one). The database is copied; images stay.')
    return
  }
  say(`3/7 Making a backup in ${backup}.`)
  const args = [serverProgram, 'backup', backup]
  const { code, output } = await runAndCapture(process.execPath, args, runAsOwner())
  say(output.trim())
  // Files that cannot be read today are not lost by an update, which changes no file of an image.
  if (code === incompleteBackup) say('The update goes on: the database is in the backup.')
  else if (code !== 0)
    throw new UpdateProblem('There is no backup, so nothing is updated. Talus runs as before.')
}

interface Exchange {
  readonly here: Checkout
  readonly target: Checkout
  readonly folders: readonly string[]
}

/** Stops Talus, switches, tries the new version, and starts it, or the former one. */
async function exchange(
  { here, target, folders }: Exchange,
  talus: RunningTalus,
  { say }: UpdateOptions,
): Promise<ExitCode> {
  const stoppedAt = performance.now()
  const journal: Journal = {
    phase: 'stopping',
    from: here.commit,
    formerBranch: here.branch,
    to: target.commit,
    branch: target.branch,
    folders,
  }
  await writeJournal(journal)
  await removeFormer()
  const trial = await beginTrial()
  let reason: string | undefined
  let reached: Journal = journal
  const enter = async (phase: Journal['phase']) => {
    reached = { ...journal, phase }
    await writeJournal(reached)
  }
  say('4/7 Stopping Talus.')
  let unlock: (() => void) | undefined = await stopOrGoOn(talus, trial)
  let server: TrialServer | undefined
  try {
    const bytes = await copyDatabase()
    if (bytes !== undefined) say(`    The database is copied (${(bytes / 1e6).toFixed(1)} MB).`)
    say('5/7 Switching to the new version.')
    await enter('switching')
    await checkOut(target)
    await moveIn(folders)
    await relinkWorkspaces()
    say('6/7 Trying it: it brings the database up to date, and accepts no work yet.')
    await enter('trying')
    unlock()
    unlock = undefined
    server = await talus.startTrial()
    reason = await trial.waitForResult(server)
    if (reason === undefined) await enter('accepted')
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error)
  }
  await server?.end()
  if (reason !== undefined) {
    say(`The new version cannot run here: ${reason}`)
    unlock?.()
    // The trial lasts until the new version has stopped: it must not accept work now.
    return rollBack({ ...reached, reason }, talus, say)
  }
  await trial.end()
  return finish({ talus, say, target: target.commit, stoppedAt })
}

/** A service that cannot be stopped goes on, and the update ends before it has changed anything. */
async function stopOrGoOn(talus: RunningTalus, trial: { readonly end: () => Promise<void> }) {
  try {
    return await talus.stop()
  } catch (error) {
    await trial.end()
    await talus.start().catch(() => undefined)
    await removeJournal()
    throw new UpdateProblem(error instanceof Error ? error.message : String(error))
  }
}

interface Finish {
  readonly talus: RunningTalus
  readonly say: (text: string) => void
  readonly target: string
  readonly stoppedAt: number
}

/** The new version works: from here on nothing is rolled back. */
async function finish({ talus, say, target, stoppedAt }: Finish): Promise<ExitCode> {
  const name = await describe(target)
  await removeTrial()
  if (talus.isService) {
    say('7/7 Starting Talus.')
    const answer = await waitForAnswer(answerSeconds)
    if (answer === undefined) {
      say(`${name} is installed and was tried, but does not answer: npm run service status.`)
      return exitCodes.needsHelp
    }
    const seconds = ((performance.now() - stoppedAt) / 1000).toFixed(1)
    say(`${answer} (it was stopped for ${seconds} s).`)
  } else say(`7/7 ${startByHand}`)
  await removeJournal()
  await forgetFailedVersion()
  await removeDatabaseCopy()
  await removeFormer()
  await removePrepared()
  say(`Talus is updated to ${name}.`)
  return exitCodes.done
}
