import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describeUnknownSetting, settingNames } from '@talus/node-kit/setting-names'
import { buildPrograms } from './build/programs.ts'
import { buildWeb } from './build/web.ts'
import { compileCacheFolder, runInTerminal } from './child.ts'
import type { ServiceDefinition } from './service/definition.ts'
import { giveToOwner } from './service/owner.ts'
import { describeFailure, runCommands, ServiceError } from './service/run-commands.ts'
import { parseSetting, setValues, type Setting } from './service/settings-file.ts'
import { undoOnFailure } from './service/undo.ts'
import {
  createDefinition,
  getDataFolder,
  settingsFile,
  waitForAnswer,
} from './service/this-computer.ts'

const help = `npm run service install [NAME=value ...]: starts Talus now and whenever this computer starts.
npm run service uninstall:              removes the service; data and settings stay.
npm run service status:                 says whether the service runs and answers.

Settings (README) are written to the file .env in this folder, for example
  npm run service install TALUS_DEMO=0 HOST=0.0.0.0 TALUS_DATA=/srv/talus
Install again after a change of .env. Linux: systemd; macOS: launchd; Windows: a task at boot. On
Linux the journal has the log (journalctl -u talus), on the others TALUS_DATA/logs.`

function writeDefinition({ file, content, hint }: ServiceDefinition): void {
  try {
    writeFileSync(file, content)
  } catch (error) {
    throw new ServiceError(
      describeFailure(error instanceof Error ? error.message : String(error), hint),
    )
  }
}

/** The first installation that fails leaves no half of a service behind. */
async function install(settings: readonly Setting[]): Promise<void> {
  const { file, needs, uninstall, afterRemoval, hint } = createDefinition()
  if (needs && !existsSync(needs.path)) throw new ServiceError(needs.otherwise)
  const isFirst = !existsSync(file)
  try {
    await undoOnFailure([settingsFile, file], () => writeAndStart(settings))
  } catch (error) {
    if (isFirst) await runCommands([...uninstall, ...afterRemoval], hint).catch(() => undefined)
    throw error
  }
}

async function writeAndStart(settings: readonly Setting[]): Promise<void> {
  const text = existsSync(settingsFile) ? readFileSync(settingsFile, 'utf8') : ''
  if (settings.length > 0) {
    writeFileSync(settingsFile, setValues(text, settings), { mode: 0o600 })
    giveToOwner(settingsFile)
  }
  const definition = createDefinition()
  await buildWeb()
  await buildPrograms()
  for (const folder of [getDataFolder(), compileCacheFolder]) {
    mkdirSync(folder, { recursive: true })
    giveToOwner(folder)
  }
  writeDefinition(definition)
  await runCommands(definition.install, definition.hint)
  console.log(`Talus is installed (${definition.name}) and starts with this computer.`)
  console.log((await waitForAnswer(60)) ?? 'It does not answer yet: npm run service status')
}

async function uninstall(): Promise<void> {
  const definition = createDefinition()
  await runCommands(definition.uninstall, definition.hint)
  rmSync(definition.file, { force: true })
  await runCommands(definition.afterRemoval, definition.hint)
  console.log('The service is removed. Data and settings are still there.')
}

async function showStatus(): Promise<number> {
  const { status } = createDefinition()
  await runInTerminal(status.program, status.args)
  const answer = await waitForAnswer(1)
  console.log(answer ?? 'Talus does not answer on this computer.')
  return answer === undefined ? 3 : 0
}

async function main([action, ...args]: readonly string[]): Promise<number> {
  const settings = args.map(parseSetting)
  const wrong = args.find((_, index) => settings[index] === undefined)
  if (wrong !== undefined) throw new ServiceError(`"${wrong}" is not NAME=value`)
  const given = settings.filter((setting) => setting !== undefined)
  const unknown = given.find(({ name }) => !settingNames.has(name))
  if (unknown) throw new ServiceError(describeUnknownSetting(unknown.name))
  if (action !== 'install' && given.length > 0)
    throw new ServiceError(`npm run service ${action ?? ''} takes no settings.\n\n${help}`)
  if (action === 'install') await install(given)
  else if (action === 'uninstall') await uninstall()
  else if (action === 'status') return showStatus()
  else console.log(help)
  return action === undefined || action === '--help' || action.endsWith('install') ? 0 : 1
}

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof ServiceError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
