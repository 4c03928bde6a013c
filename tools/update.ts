import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { lockFolder } from '@talus/node-kit/lock-folder'
import { openLogFile } from './log-file.mjs'
import { giveToOwner } from './service/owner.ts'
import { ServiceError } from './service/run-commands.ts'
import { getDataFolder, readSettings } from './service/this-computer.ts'
import { paths } from './update/layout.ts'
import { exitCodes, UpdateProblem } from './update/problem.ts'
import type { ExitCode } from './update/problem.ts'
import { recover } from './update/recover.ts'
import { checkForUpdate, update } from './update/update.ts'
import type { UpdateOptions } from './update/update.ts'

const help = `npm run update: brings Talus on this computer to the newest version of its branch.

The new version is built beside the running one. Then the service stops, the database is copied, and
the new version migrates it and checks itself before it accepts work. If that fails, the former
version runs again on the copy. An interrupted update is ended by the next run.
  --check              only says whether there is a newer version (exit code 10)
  --to <tag, commit>   another version than the newest
  --backup <target>    makes a backup first, as npm run backup does
  --again              tries a version again that was rolled back here before
  --before-start       only ends an interrupted update, as npm start and the service do
Exit codes: 0 updated or up to date, 1 nothing was changed, 2 rolled back, 3 Talus does not run,
11 --check: an update was interrupted, 12 the newest version was rolled back here before,
13 an update is running.
TALUS_DATA/logs/update.log has what is printed. docs/update.md has more.`

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        check: { type: 'boolean' },
        to: { type: 'string' },
        backup: { type: 'string' },
        again: { type: 'boolean' },
        'before-start': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    })
    return values
  } catch (error) {
    throw new UpdateProblem(`${error instanceof Error ? error.message : String(error)}\n\n${help}`)
  }
}

function openLog() {
  const folder = join(getDataFolder(), 'logs')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const path of [getDataFolder(), folder]) giveToOwner(path)
  const log = openLogFile(folder, { name: 'update' })
  return (text: string) => {
    console.log(text)
    log.write(`${new Date().toISOString()} ${text}\n`)
  }
}

/** Refuses a wrong TALUS_DATA, in which the trial would create an empty database. */
function requireData() {
  const folder = getDataFolder()
  // An update that was interrupted may have taken the database away for a moment.
  if (existsSync(join(folder, 'talus.sqlite')) || existsSync(paths.journal)) return
  throw new UpdateProblem(
    `There is no database in ${folder}. Is TALUS_DATA right? Only npm start creates a new one.`,
  )
}

/** Refuses while an update is running. */
function lockUpdates(): () => void {
  const lock = { fileName: 'update.lock', program: 'update of Talus' }
  try {
    const unlock = lockFolder(paths.folder, lock)
    giveToOwner(join(paths.folder, lock.fileName))
    return unlock
  } catch {
    throw new UpdateProblem('An update of Talus is running.', exitCodes.running)
  }
}

async function endInterruptedUpdate(): Promise<ExitCode> {
  const say = openLog()
  try {
    return (await recover(say, { isBeforeStart: true })) ?? exitCodes.done
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    say(
      'The interrupted update could not be ended, so Talus is not started. Run npm run update, on Linux and macOS with sudo if Talus is a service, on Windows in a terminal of an administrator.',
    )
    return exitCodes.needsHelp
  }
}

async function updateOrRecover(options: UpdateOptions): Promise<ExitCode> {
  const recovered = await recover(options.say, { isBeforeStart: false })
  if (recovered === exitCodes.needsHelp) return recovered
  const exitCode = await update(options)
  const isRolledBack = recovered === exitCodes.rolledBack && exitCode === exitCodes.failedBefore
  return isRolledBack ? exitCodes.rolledBack : exitCode
}

async function main(): Promise<ExitCode> {
  const options = readOptions()
  const { check: isCheck, to, backup, again = false, help: wantsHelp } = options
  if (wantsHelp) {
    console.log(help)
    return exitCodes.done
  }
  if (options['before-start'] === true && !existsSync(paths.journal)) return exitCodes.done
  if (isCheck) {
    // Only an update that has died leaves a journal without a lock.
    if (existsSync(paths.journal)) lockUpdates()()
    return checkForUpdate({ to, backup, again, say: (text) => console.log(text) })
  }
  if (readSettings()['DATABASE_URL'])
    throw new UpdateProblem(
      'This server uses PostgreSQL: docs/operations.md describes how it is updated.',
    )
  requireData()
  const unlock = lockUpdates()
  giveToOwner(paths.folder)
  if (options['before-start'] === true) return endInterruptedUpdate().finally(unlock)
  const say = openLog()
  try {
    return await updateOrRecover({ to, backup, again, say })
  } catch (error) {
    if (!(error instanceof UpdateProblem) && !(error instanceof ServiceError)) throw error
    say(error.message)
    return error instanceof UpdateProblem ? error.exitCode : exitCodes.needsHelp
  } finally {
    unlock()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof UpdateProblem ? error.message : error)
  process.exitCode = error instanceof UpdateProblem ? error.exitCode : exitCodes.needsHelp
}
