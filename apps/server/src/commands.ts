import { join } from 'node:path'
import type { Clock } from '@talus/node-kit/clock'
import { readCommandLine } from '@talus/node-kit/command-line'
import type { Logger } from '@talus/node-kit/logger'
import type { Config } from './config.ts'
import type { OpenDatabase, UnscopedDb } from './db/open.ts'
import { withStartLock } from './db/start-lock.ts'
import { hashPassword, replacePassword } from './features/auth/index.ts'
import { runLongStorage } from './features/long-storage/index.ts'
import { createRoot, preparePendingSetUp } from './features/set-up/index.ts'
import {
  readSecondStoreContent,
  secondStoreContentFile,
  SecondStoreUnavailable,
  StorageUnavailable,
  toSecondStoreProblem,
} from './files/index.ts'
import type { FileStore } from './files/index.ts'
import { formatSetUp } from './greeting.ts'
import { isLoopback } from './outbound/loopback.ts'
import { loadSecretKey } from './secrets/secret-key.ts'
import { verifyArchive } from './verify-archive.ts'
import { startReadPool, startTranscodePool } from './workers/index.ts'

export interface CommandDeps {
  readonly unscopedDb: UnscopedDb
  readonly engine: OpenDatabase['engine']
  readonly config: Config
  readonly files: FileStore
  readonly clock: Clock
  readonly log: Logger
  readonly print: (line: string) => void
}

interface Command {
  /** Whether the command may run beside a server on the same data folder. */
  readonly runsBesideServer: boolean
  /** Resolves with the exit code. */
  readonly run: (deps: CommandDeps) => Promise<0 | 1>
}

const removesSecondFactorOption = 'without-second-factor'

function createPasswordCommand(args: readonly string[]): Command {
  const { values, positionals } = readCommandLine(args, {
    usage: `npm run reset-password <username> [-- --${removesSecondFactorOption}]`,
    options: { [removesSecondFactorOption]: { type: 'boolean' } },
    words: 1,
  })
  const [username] = positionals
  const removesSecondFactor = values[removesSecondFactorOption] === true
  return {
    runsBesideServer: true,
    async run({ print, ...deps }) {
      if (username === undefined) {
        print('  Say whose password: npm run reset-password root')
        return 1
      }
      const created = await createFirstRoot(deps, username)
      const password = created ?? (await replacePassword(deps, username, { removesSecondFactor }))
      if (password === undefined) {
        print(`  There is no user ${username}.`)
        return 1
      }
      print(`\n  Sign in as ${username} with the password ${password}`)
      print('  It is shown this once; change it under your name, Account.')
      if (created === undefined && !removesSecondFactor)
        print(`  A second factor stays as it was; --${removesSecondFactorOption} removes it.`)
      print('')
      return 0
    },
  }
}

/** In an empty system, `root` is created: an installation by a script needs no browser. */
async function createFirstRoot(
  { unscopedDb, engine, clock }: Pick<CommandDeps, 'unscopedDb' | 'engine' | 'clock'>,
  username: string,
): Promise<string | undefined> {
  if (username.toLowerCase() !== 'root') return undefined
  const create = () => createRoot({ unscopedDb, hashPassword, now: clock() })
  return withStartLock({ unscopedDb, engine }, create)
}

/** Prints a new link for the set-up of an empty system. */
const setUpLinkCommand: Command = {
  runsBesideServer: true,
  async run({ unscopedDb, engine, config, clock, print }) {
    const secretKey = loadSecretKey(config.secretKey, config.dataFolder)
    const pendingSetUp = await withStartLock({ unscopedDb, engine }, () =>
      preparePendingSetUp({ unscopedDb, secretKey, now: clock() }, { isRenewed: true }),
    )
    if (pendingSetUp.state === 'done') {
      print(
        '  This system has been set up. npm run reset-password helps a user who cannot sign in.',
      )
      return 1
    }
    const address = `http://${isLoopback(config.host) ? config.host : 'localhost'}:${config.port}`
    print(formatSetUp(config, address, pendingSetUp).join('\n'))
    return 0
  },
}

const toMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

/** Compresses and moves old images now; a server does it every hour. */
const storageCommand: Command = {
  runsBesideServer: true,
  async run({ config, print, ...deps }) {
    const readPool = startReadPool()
    const transcodePool = startTranscodePool()
    const { signal } = new AbortController()
    try {
      await deps.files.tiers?.checkSecond()
      const settings = { ...config, readPool, transcodePool, signal }
      const { compressed, moved } = await runLongStorage({ ...deps, ...settings })
      const { formerBytes, bytes } = compressed
      print(
        `Compressed ${compressed.images} images: ${toMegabytes(formerBytes)} became ${toMegabytes(bytes)}.`,
      )
      if (compressed.images > 0)
        print('The former files are removed by the next run, ten minutes later at the earliest.')
      print(`Moved ${moved.files} files to the second store: ${toMegabytes(moved.bytes)}.`)
      if (config.compressAfterDays === undefined)
        print('COMPRESS_AFTER_DAYS is not set, so nothing is compressed.')
      return await explainMissingStore(deps.files, config.dataFolder, print)
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error
      if (error instanceof SecondStoreUnavailable) {
        print(
          `The second store (SECOND_STORE) cannot be used: ${toSecondStoreProblem(error).message}.`,
        )
        print('Nothing was moved and nothing is lost. Mend that, and run it again.')
        return 1
      }
      print(`It stopped: ${error.reason}. Nothing is lost; run it again later.`)
      return 1
    } finally {
      await readPool.close()
      await transcodePool.close()
    }
  },
}

/** A second store that is no longer named still has its images, which cannot be opened. */
async function explainMissingStore(
  files: FileStore,
  dataFolder: string,
  print: (line: string) => void,
): Promise<0 | 1> {
  if (files.tiers) return 0
  const content = await readSecondStoreContent(join(dataFolder, secondStoreContentFile))
  if (content === undefined || content.files === 0) {
    print('SECOND_STORE is not set, so nothing is moved.')
    return 0
  }
  const place = content.place === '' ? '' : ` (${content.place})`
  print(
    `${content.files} files are in a second store${place}, but SECOND_STORE is not set: their images do not open. Set it again (docs/storage.md).`,
  )
  return 1
}

/**
 * Returns the command that the arguments name; undefined if they start a server. Arguments that it
 * does not know are refused before it does anything.
 */
export function findCommand([name, ...args]: readonly string[]): Command | undefined {
  if (name === 'reset-password') return createPasswordCommand(args)
  if (name === 'setup-link' || name === 'storage') {
    readCommandLine(args, { usage: `npm run ${name}`, options: {} })
    return name === 'storage' ? storageCommand : setUpLinkCommand
  }
  if (name !== 'verify') return undefined
  const { values } = readCommandLine(args, {
    usage: 'npm run verify [-- --repair]',
    options: { repair: { type: 'boolean' } },
  })
  const repair = values.repair === true
  return {
    // A verification without repair only reads.
    runsBesideServer: !repair,
    run: async (deps) => ((await verifyArchive({ ...deps, repair })) ? 0 : 1),
  }
}
