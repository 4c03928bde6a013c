import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pino } from 'pino'
import { buildApp } from './app.ts'
import { keepBridge } from './bridge-keeper.ts'
import { ConfigError, readConfig } from './config.ts'
import type { Config } from './config.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { openDatabase } from './db/open.ts'
import {
  demoPassword,
  demoState,
  demoUsernames,
  seedDemo,
  seedReference,
  startDemoImages,
} from './demo/index.ts'
import { hashPassword } from './features/auth/index.ts'
import { bridgeToken } from './features/devices/index.ts'
import { fileSettingsOf, openFiles } from './files/index.ts'
import { createFirstUser } from './first-user.ts'
import { thrown } from './http/error-report.ts'
import { secretBox } from './secrets/secret-box.ts'
import { secretKey } from './secrets/secret-key.ts'
import { verifyArchive } from './verify-archive.ts'

/** Of a server that something unexpected has happened to: it may not manage to end by itself. */
const lastEndMs = 15_000

/** The only file that reads the environment, opens sockets and ends the process. */
async function main() {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  // What the clinic's machine trusts, such as an authority of its own, Talus trusts too.
  setDefaultCACertificates([
    ...new Set([...getCACertificates('default'), ...getCACertificates('system')]),
  ])
  const log = pino({
    level: config.logLevel,
    redact: ['req.headers.authorization', 'headers.authorization'],
  })
  const unlock = lockDataFolder(config.dataFolder)
  const database = await openDatabase(config)
  const clock = () => new Date()
  const files = await openFiles(fileSettingsOf(config))
  if (process.argv[2] === 'verify') {
    const repair = process.argv.includes('--repair')
    const print = (line: string) => console.log(line)
    const isWell = await verifyArchive({ ...database, files, clock, log, repair, print })
    await database.close()
    unlock()
    process.exit(isWell ? 0 : 1)
  }
  await seedReference(database)
  const demo = config.isDemo
    ? await seedDemo({ ...database, clock, log, hashPassword, bridgePort: config.bridgePort })
    : await demoState(database.unscopedDb)
  if (!config.isDemo && demo === 'seeded before')
    log.warn('TALUS_DEMO=0, but this database has the demo sign-ins with their public password')
  const firstPassword = config.isDemo
    ? undefined
    : await createFirstUser(database.unscopedDb, hashPassword, clock())

  const webFolder = join(import.meta.dirname, '../../web/dist')
  const { app, listenDicom, intake, reportError, reportsDelivered } = await buildApp({
    config,
    database,
    files,
    secrets: secretBox(secretKey(config.secretKey, config.dataFolder)),
    clock,
    log,
    ...(existsSync(webFolder) ? { webFolder } : {}),
  })
  const address = await app.listen({ host: config.host, port: config.port })
  const dicomPorts = await listenDicom()
  console.log(
    greeting(config, address, {
      hasDemo: config.isDemo && demo !== 'other data',
      firstPassword,
      dicomPorts,
    }),
  )
  // Last, so that a start that fails leaves none behind. A server that is started alone, as in tests,
  // finds a bridge or not.
  const keeper =
    config.runsBridge && process.argv.includes('--with-bridge')
      ? keepBridge({
          dataFolder: config.dataFolder,
          port: config.bridgePort,
          token: bridgeToken(config.dataFolder),
          environment: process.env,
          log,
          tell: (line) => console.log(`  ${line}\n`),
        })
      : undefined
  const demoImages =
    config.hasDemoImages && demo !== 'other data'
      ? startDemoImages({ ...database, dataFolder: config.dataFolder, intake, log })
      : undefined

  let isStopping = false
  const stop = async (why: string, exitCode: 0 | 1) => {
    if (isStopping) return
    isStopping = true
    log.info({ why }, 'stopping')
    await demoImages?.stop()
    await app.close()
    // After a fault somebody starts it again soon; until then an exposure in the bridge goes on.
    if (exitCode === 0) await keeper?.stop()
    await database.close()
    await reportsDelivered()
    unlock()
    process.exit(exitCode)
  }
  const end = (why: string, exitCode: 0 | 1) =>
    void stop(why, exitCode).catch((error: unknown) => {
      log.error({ err: error }, 'not stopped in order')
      process.exit(1)
    })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => end(signal, 0))

  // One piece of work is lost, and told of; the clinic goes on working.
  process.on('unhandledRejection', (reason) =>
    reportError({ source: 'server', ...thrown(reason), page: 'unhandled rejection' }),
  )
  // Nobody knows what it left half done: what is stored is closed in order, and the process ends.
  process.on('uncaughtException', (error) => {
    reportError({ source: 'server', ...thrown(error), page: 'uncaught exception' })
    console.error(`\n  Talus stops, because of an unexpected fault: ${thrown(error).message}\n`)
    setTimeout(() => process.exit(1), lastEndMs).unref()
    end('uncaught exception', 1)
  })
}

function greeting(
  config: Config,
  address: string,
  {
    hasDemo,
    firstPassword,
    dicomPorts: { port, tlsPort },
  }: {
    readonly hasDemo: boolean
    readonly firstPassword: string | undefined
    readonly dicomPorts: { readonly port: number | null; readonly tlsPort: number | null }
  },
): string {
  const lines = [
    '',
    `  Talus is ready: ${new URL(config.basePath, address).href}`,
    `  DICOM: port ${port ?? 'none'}, with TLS ${tlsPort ?? 'none'}`,
  ]
  if (hasDemo)
    lines.push('', `  Demo sign-ins, password ${demoPassword}:`, `  ${demoUsernames.join(', ')}`)
  if (firstPassword !== undefined)
    lines.push(
      '',
      `  Sign in as root with the password ${firstPassword}`,
      '  It is shown this once.',
    )
  return [...lines, ''].join('\n')
}

try {
  await main()
} catch (error) {
  if (error instanceof ConfigError)
    console.error(`These settings cannot be used:\n${error.message}`)
  else console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
