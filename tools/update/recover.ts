import { waitForAnswer } from '../service/this-computer.ts'
import { removeDatabaseCopy, restoreDatabase } from './database-copy.ts'
import { moveBack, moveIn, removeFormer } from './exchange.ts'
import { checkOut, describe } from './git.ts'
import type { Journal } from './journal.ts'
import { readJournal, removeJournal, writeJournal } from './journal.ts'
import { relinkWorkspaces } from './prepare.ts'
import { exitCodes } from './problem.ts'
import type { ExitCode } from './problem.ts'
import { findRunningTalus } from './running-talus.ts'
import type { RunningTalus } from './running-talus.ts'
import { removeTrial, wasAccepted } from './trial.ts'

type Say = (text: string) => void

const answerSeconds = 120

/**
 * Makes code and database what they were, and starts the former version. Every step may be repeated
 * after a death in the middle.
 */
export async function rollBack(journal: Journal, talus: RunningTalus, say: Say): Promise<ExitCode> {
  const former = await describe(journal.from)
  say(`Rolling back to ${former}.`)
  const hasTried = journal.phase === 'trying' || journal.triedBefore === true
  const rolling: Journal = { ...journal, phase: 'rolling back', triedBefore: hasTried }
  if (journal.phase !== 'restarting') {
    await writeJournal(rolling)
    const unlock = await talus.stop()
    // A server that found an abandoned trial may have accepted work since.
    if (journal.phase !== 'stopping' && wasAccepted()) {
      unlock()
      return goForward(rolling, talus, say)
    }
    await checkOut({ commit: journal.from, branch: journal.formerBranch }, true)
    await moveBack(journal.folders)
    await relinkWorkspaces()
    if (hasTried) await restoreDatabase()
    await writeJournal({ ...rolling, phase: 'restarting' })
    unlock()
  }
  await removeTrial()
  if (talus.isService) {
    await talus.start()
    const answer = await waitForAnswer(answerSeconds)
    if (answer === undefined) {
      say(`${former} is back with its database, but does not answer: npm run service status.`)
      return exitCodes.needsHelp
    }
    say(answer)
  }
  await removeJournal()
  await removeDatabaseCopy()
  await removeFormer()
  say(`Nothing is lost: ${former} runs as before the update.`)
  return exitCodes.rolledBack
}

/** Completes the switch of an update that died after its version, or a mixture, accepted work. */
async function goForward(journal: Journal, talus: RunningTalus, say: Say): Promise<ExitCode> {
  const name = await describe(journal.to)
  say(`Talus has accepted work since, so the update to ${name} is completed.`)
  const unlock = await talus.stop()
  await checkOut({ commit: journal.to, branch: journal.branch }, true)
  await moveIn(journal.folders)
  await relinkWorkspaces()
  await writeJournal({ ...journal, phase: 'accepted' })
  await removeTrial()
  unlock()
  await talus.start()
  if (talus.isService && (await waitForAnswer(answerSeconds)) === undefined) {
    say(`${name} does not answer: npm run service status.`)
    return exitCodes.needsHelp
  }
  await removeJournal()
  await removeDatabaseCopy()
  await removeFormer()
  say(`Talus is updated to ${name}.`)
  return exitCodes.done
}

/** Ends what an interrupted update has left. Undefined if there was nothing, or it is done. */
export async function recover(say: Say): Promise<ExitCode | undefined> {
  const journal = await readJournal()
  if (!journal) return undefined
  say(`The former update was interrupted (${journal.phase}).`)
  const talus = await findRunningTalus()
  const exitCode =
    journal.phase === 'accepted'
      ? await goForward(journal, talus, say)
      : await rollBack(journal, talus, say)
  return exitCode === exitCodes.needsHelp ? exitCode : undefined
}
