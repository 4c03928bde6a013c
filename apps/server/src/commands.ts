import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import type { UnscopedDb } from './db/open.ts'
import { replacePassword } from './features/auth/index.ts'
import type { FileStore } from './files/index.ts'
import { verifyArchive } from './verify-archive.ts'

export interface CommandDeps {
  readonly unscopedDb: UnscopedDb
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

const removesSecondFactorOption = '--without-second-factor'

function createPasswordCommand(options: readonly string[]): Command {
  const username = options.find((option) => !option.startsWith('--'))
  const removesSecondFactor = options.includes(removesSecondFactorOption)
  return {
    runsBesideServer: true,
    async run({ print, ...deps }) {
      if (username === undefined) {
        print('  Say whose password: npm run reset-password root')
        return 1
      }
      const password = await replacePassword(deps, username, { removesSecondFactor })
      if (password === undefined) {
        print(`  There is no user ${username}.`)
        return 1
      }
      print(`\n  Sign in as ${username} with the password ${password}`)
      print('  It is shown this once; change it under your name, Account.')
      if (!removesSecondFactor)
        print(`  A second factor stays as it was; ${removesSecondFactorOption} removes it.\n`)
      return 0
    },
  }
}

/** Returns the command that the arguments name; undefined if they start a server. */
export function findCommand([name, ...options]: readonly string[]): Command | undefined {
  if (name === 'reset-password') return createPasswordCommand(options)
  if (name !== 'verify') return undefined
  const repair = options.includes('--repair')
  return {
    // A verification without repair only reads.
    runsBesideServer: !repair,
    run: async (deps) => ((await verifyArchive({ ...deps, repair })) ? 0 : 1),
  }
}
