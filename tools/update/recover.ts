import { waitForAnswer } from '../service/this-computer.ts'
import { removeDatabaseCopy, restoreDatabase } from './database-copy.ts'
import { moveBack, moveIn, removeFormer } from './exchange.ts'
import { forgetFailedVersion, rememberFailedVersion } from './failed-version.ts'
import { checkOut, describe } from './git.ts'
import type { Journal } from './journal.ts'
import { readJournal, removeJournal, writeJournal } from './journal.ts'
import { relinkWorkspaces } from './prepare.ts'
import { exitCodes } from './problem.ts'
import type { ExitCode } from './problem.ts'
import { beingStarted, findRunningTalus } from './running-talus.ts'
import type { RunningTalus } from './running-talus.ts'
import { hasPassed, removeTrial, wasAccepted } from './trial.ts'

type Say = (text: string) => void

const answerSeconds = 120
export const startByHand = 'Talus is not a service here: start it with npm start.'

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
    if (hasTried)
      await rememberFailedVersion(
        journal.to,
        journal.reason ?? 'the update was interrupted while it was tried',
      )
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
  say(`Nothing is lost: ${former} ${describeState(talus)}`)
  return exitCodes.rolledBack
}

/** How the reader finds the former version. */
function describeState(talus: RunningTalus): string {
  if (talus.isService) return 'runs as before the update.'
  const isBack = 'is back as before the update.'
  return talus === beingStarted ? isBack : `${isBack} ${startByHand}`
}

/** Completes the switch of an update that died after its version, or a mixture, accepted work. */
async function goForward(journal: Journal, talus: RunningTalus, say: Say): Promise<ExitCode> {
  const name = await describe(journal.to)
  say(
    wasAccepted() || journal.phase === 'accepted'
      ? `Talus has accepted work since, so the update to ${name} is completed.`
      : `${name} has passed its trial, so the update to it is completed.`,
  )
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
  await forgetFailedVersion()
  await removeDatabaseCopy()
  await removeFormer()
  say(`Talus is updated to ${name}.`)
  if (!talus.isService && talus !== beingStarted) say(startByHand)
  return exitCodes.done
}

/** Ends what an interrupted update has left. Undefined if there was nothing. */
export async function recover(
  say: Say,
  { isBeforeStart }: { readonly isBeforeStart: boolean },
): Promise<ExitCode | undefined> {
  const journal = await readJournal()
  if (!journal) return undefined
  say(`The former update was interrupted (${journal.phase}).`)
  const talus = isBeforeStart ? beingStarted : await findRunningTalus()
  const isFine = journal.phase === 'accepted' || (journal.phase === 'trying' && hasPassed())
  return isFine ? goForward(journal, talus, say) : rollBack(journal, talus, say)
}
