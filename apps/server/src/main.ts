import { existsSync, readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseEnv } from 'node:util'
import { bridgeTokenFile } from '@talus/contract'
import { lockFolder } from '@talus/node-kit/lock-folder'
import { createPrivateFiles, makeFolderPrivate } from '@talus/node-kit/private-files'
import { findMistakenSettings } from '@talus/node-kit/setting-names'
import { loadSharedToken } from '@talus/node-kit/shared-token'
import type { Logger } from '@talus/node-kit/logger'
import { buildApp } from './app.ts'
import { findBackupCommand, refuseUnfinishedRestore } from './backup/index.ts'
import { superviseBridge } from './bridge-supervisor.ts'
import { findCommand } from './commands.ts'
import { ConfigError, readConfig } from './config.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/open.ts'
import type { OpenDatabase } from './db/open.ts'
import { requireDatabase } from './db/require-database.ts'
import { withStartLock } from './db/start-lock.ts'
import { readDemoState, seedDemo, seedReference, startDemoImages } from './demo/index.ts'
import { hashPassword } from './features/auth/index.ts'
import { preparePendingSetUp } from './features/set-up/index.ts'
import type { PendingSetUp } from './features/set-up/index.ts'
import { getFileSettings, measureFileStore, MissingStorage, openFileStore } from './files/index.ts'
import type { FileStore } from './files/index.ts'
import { formatGreeting } from './greeting.ts'
import type { ReportError } from './http/error-report.ts'
import { describeError } from './http/error-report.ts'
import { createSecretBox } from './secrets/secret-box.ts'
import { loadSecretKey } from './secrets/secret-key.ts'
import { createLog } from './telemetry/create-log.ts'
import { openMetricsServer } from './telemetry/metrics-server.ts'
import { createRegistry } from './telemetry/registry.ts'
import { findTrial, reportTrialFailure } from './trial-start.ts'

/**
 * Limit for an orderly stop after an uncaught exception, which may have left the server unable to
 * stop.
 */
const stopAfterFaultMs = 15_000

/** The exit code for settings with which the server cannot run: starting it again is no use. */
const configExitCode = 78

/** The data folder of a server that is starting. */
let startingFolder: string | undefined

/** The only file that reads the environment, opens sockets and ends the process. */
async function main() {
  createPrivateFiles()
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  // Trust the computer's certificate store too: the clinic may have its own certificate authority.
  setDefaultCACertificates([
    ...new Set([...getCACertificates('default'), ...getCACertificates('system')]),
  ])
  const log = createLog(config.logLevel)
  await runBackupCommand(config)
  refuseUnfinishedRestore(config.dataFolder)
  const command = findCommandOnData(config, log)
  protectFolder(config.dataFolder, log)
  const unlock = command?.runsBesideServer
    ? () => undefined
    : lockFolder(config.dataFolder, { fileName: 'server.lock', program: 'Talus server' })
  if (!command) startingFolder = config.dataFolder
  const trial = command ? undefined : await findTrial(config.dataFolder)
  const registry = config.metrics && !command ? createRegistry() : undefined
  const database = await openDatabase({ ...config, log, registry })
  const clock = () => new Date()
  const store = await openFileStore(getFileSettings(config))
  const files = registry ? measureFileStore(store, registry) : store
  if (command) {
    const print = (line: string) => console.log(line)
    const exitCode = await command.run({ ...database, config, files, clock, log, print })
    await database.close()
    unlock()
    process.exit(exitCode)
  }
  await checkStorage(files, log)
  const secretKey = loadSecretKey(config.secretKey, config.dataFolder)
  const demo = await seedRecords(config, database, log)
  const pendingSetUp = await prepareSetUp(config, database, secretKey)

  const webFolder = join(import.meta.dirname, '../../web/dist')
  const { app, drain, listenDicom, intake, archive, reportError, flushErrorReports } =
    await buildApp({
      config,
      database,
      files,
      secrets: createSecretBox(secretKey),
      clock,
      log,
      registry,
      trial,
      ...(existsSync(webFolder) ? { webFolder } : {}),
    })
  const address = await app.listen({ host: config.host, port: config.port })
  if (trial) {
    await trial.check(app, config)
    process.send?.('ready')
    const exitCode = await trial.ended()
    await app.close()
    await database.close()
    unlock()
    process.exit(exitCode)
  }
  const dicomPorts = await listenDicom()
  const metrics = registry && (await openMetricsServer({ ...config, registry, log }))
  // Started last, so that a failed start leaves no bridge behind. Without --with-bridge, as in
  // tests, the server uses a bridge if one is running.
  const bridgeSupervisor =
    config.runsBridge && process.argv.includes('--with-bridge')
      ? superviseBridge({
          dataFolder: config.dataFolder,
          port: config.bridgePort,
          token: loadSharedToken(join(config.dataFolder, bridgeTokenFile)),
          environment: process.env,
          log,
          print: (line) => console.log(`  ${line}\n`),
        })
      : undefined
  const demoImages =
    config.hasDemoImages && config.roles.includes('worker') && demo !== 'other data'
      ? startDemoImages({ ...database, dataFolder: config.dataFolder, intake, archive, log })
      : undefined

  let isStopping = false
  const stop = async (why: string, exitCode: 0 | 1) => {
    if (isStopping) return
    isStopping = true
    log.info({ why }, 'stopping')
    await demoImages?.stop()
    if (exitCode === 0) await drain.run()
    limitStop(config.stopSeconds, () => {
      log.warn('not stopped in time: a request is still running')
      process.exit(exitCode)
    })
    await app.close()
    await metrics?.close()
    // After a fault the bridge keeps running: the server is started again soon, and an exposure may
    // be in progress.
    if (exitCode === 0) await bridgeSupervisor?.stop()
    await database.close()
    await flushErrorReports()
    unlock()
    process.exit(exitCode)
  }
  const end = (why: string, exitCode: 0 | 1) =>
    void stop(why, exitCode).catch((error: unknown) => {
      log.error({ err: error }, 'not stopped in order')
      process.exit(1)
    })
  stopWhenAsked((why) => end(why, 0))
  reportFaults(reportError, () => end('uncaught exception', 1))

  // From here on a signal stops the server in order.
  console.log(
    formatGreeting(config, address, {
      hasDemo: config.isDemo && demo !== 'other data',
      pendingSetUp,
      dicomPorts,
      metricsPort: metrics?.port,
    }),
  )
  startingFolder = undefined
  // The supervisor starts a server again that was ready once, whatever ends it.
  process.send?.('ready')
}

/** A setting with a typing error has no effect, and would go unnoticed. */
function warnOfMistakenSettings(log: Pick<Logger, 'warn'>): void {
  if (!existsSync('.env')) return
  const names = Object.keys(parseEnv(readFileSync('.env', 'utf8')))
  for (const mistake of findMistakenSettings(names)) log.warn(`.env: ${mistake}`)
}

const limitStop = (seconds: number, stopNow: () => void) =>
  void setTimeout(stopNow, seconds * 1000).unref()

function stopWhenAsked(stop: (why: string) => void) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => stop(signal))
  // Without its supervisor, a server would hold its ports against the next one.
  process.once('disconnect', () => stop('the supervisor has ended'))
}

/** The command that the arguments name, which must not create an installation. */
function findCommandOnData(config: Config, log: Logger) {
  const command = findCommand(process.argv.slice(2))
  if (command) requireDatabase(config)
  else warnOfMistakenSettings(log)
  return command
}

function protectFolder(folder: string, log: Pick<Logger, 'warn'>): void {
  const error = makeFolderPrivate(folder)
  if (error)
    log.warn({ err: error }, 'other users of this computer may be able to read the data folder')
}

/** Inserts the reference data, and the demo clinics if the server shows them. */
async function seedRecords(config: Config, database: OpenDatabase, log: Logger) {
  const clock = () => new Date()
  const demo = await withStartLock(database, async () => {
    await seedReference(database)
    return config.isDemo
      ? seedDemo({ ...database, clock, log, hashPassword })
      : readDemoState(database.unscopedDb)
  })
  if (!config.isDemo && demo === 'seeded before')
    log.warn('TALUS_DEMO=0, but this database has the demo sign-ins with their public password')
  return demo
}

/** Runs `backup` or `restore` and ends the process, if the arguments name one of them. */
async function runBackupCommand(config: Config): Promise<void> {
  const command = findBackupCommand(process.argv.slice(2))
  if (!command) return
  // The server and the X-ray hardware beside it come first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  process.exit(await command.run(config, (line) => console.log(line)))
}

/**
 * Refuses to start without the bucket. A service that is out of reach may come back: the server
 * starts, and says that it is not ready.
 */
async function checkStorage(files: FileStore, log: Pick<Logger, 'error'>): Promise<void> {
  try {
    await files.check()
  } catch (error) {
    if (error instanceof MissingStorage) throw new ConfigError(`  ${error.message}`)
    log.error({ err: error }, 'the storage of images is out of reach')
  }
}

/**
 * Lets an empty system wait for its first user; before the first page is sent, which says so.
 * Undefined for a server without pages.
 */
async function prepareSetUp(
  { roles }: Config,
  database: OpenDatabase,
  secretKey: string,
): Promise<PendingSetUp | undefined> {
  if (!roles.includes('web')) return undefined
  const prepare = () => preparePendingSetUp({ ...database, secretKey, now: new Date() })
  return withStartLock(database, prepare)
}

/** Reports errors that no code handles. */
function reportFaults(reportError: ReportError, stop: () => void) {
  // One operation is lost and reported; the server goes on.
  process.on('unhandledRejection', (reason) =>
    reportError({ source: 'server', ...describeError(reason), page: 'unhandled rejection' }),
  )
  // The state in memory is unknown: close the files and the database in order, and end the process.
  process.on('uncaughtException', (error) => {
    reportError({ source: 'server', ...describeError(error), page: 'uncaught exception' })
    console.error(
      `\n  Talus stops, because of an unexpected fault: ${describeError(error).message}\n`,
    )
    setTimeout(() => process.exit(1), stopAfterFaultMs).unref()
    stop()
  })
}

try {
  await main()
} catch (error) {
  const isConfig = error instanceof ConfigError
  if (isConfig) console.error(`These settings cannot be used:\n${error.message}`)
  else console.error(error instanceof Error ? error.message : error)
  if (startingFolder !== undefined) await reportTrialFailure(startingFolder, error)
  process.exit(isConfig ? configExitCode : 1)
}
