import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { aptInstall, canUseApt, findInstalled, findOnPath } from './programs.ts'

export interface TestPostgres {
  /** A server on which tests may create databases of their own. */
  readonly url: string
  readonly stop: () => Promise<void>
}

const paths = [
  '/usr/lib/postgresql/*/bin/initdb',
  '/usr/pgsql-*/bin/initdb',
  '/opt/homebrew/opt/postgresql*/bin/initdb',
  '/usr/local/opt/postgresql*/bin/initdb',
  'C:/Program Files/PostgreSQL/*/bin/initdb',
]
const findInitdb = async () => (await findInstalled(paths)) ?? (await findOnPath(['initdb']))

async function installServer() {
  if (!canUseApt()) return undefined
  console.log("There is no PostgreSQL for the tests; installing Debian's.")
  if (!(await aptInstall(['postgresql-common']))) return undefined
  // Otherwise Debian starts its own server, which the tests do not use and must not disturb.
  const folder = '/etc/postgresql-common/createcluster.d'
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'talus-tests.conf'), 'create_main_cluster = false\n')
  return (await aptInstall(['postgresql'])) ? findInitdb() : undefined
}

/**
 * PostgreSQL refuses to run as root; then it runs as the user `postgres` of its package, or as
 * `nobody`.
 */
function getUnprivilegedUser() {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('there is no user postgres or nobody to run PostgreSQL as')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

async function startPostgres(initdb: string, parent: string): Promise<TestPostgres> {
  const owner = getUnprivilegedUser()
  const folder = await mkdtemp(join(parent, 'postgres-'))
  if (owner) await chown(folder, owner.uid, owner.gid)
  const cleanUp = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  const data = join(folder, 'data')
  let log = ''
  const launch = (program: string, args: readonly string[]) => {
    const child = spawn(join(dirname(initdb), program), args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Ctrl-C must reach the tests first; the server is stopped after them.
      detached: process.platform !== 'win32',
      ...owner,
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (log += text))
    }
    return child
  }

  try {
    const made = launch('initdb', [
      `--pgdata=${data}`,
      '--username=talus',
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ])
    const [code] = (await once(made, 'close')) as [number | null]
    if (code !== 0) throw new Error(`initdb failed\n${log}`)

    const port = await findFreePort()
    // This database is deleted after the run, so its data need not survive a power cut.
    const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
    // Its files may be in memory; each copy of a database writes a checkpoint anyway.
    const small = ['max_wal_size=128MB']
    const settings = ['listen_addresses=127.0.0.1', 'max_connections=200', ...fast, ...small]
    if (process.platform !== 'win32') settings.push(`unix_socket_directories=${folder}`)
    const server = launch('postgres', [
      '-D',
      data,
      '-p',
      String(port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ])
    const closed = once(server, 'close')
    await new Promise<void>((resolve, reject) => {
      const giveUp = setTimeout(() => {
        reject(new Error(`PostgreSQL did not start in 30 s\n${log}`))
      }, 30_000)
      server.stderr.on('data', () => {
        if (log.includes('ready to accept connections')) {
          clearTimeout(giveUp)
          resolve()
        }
      })
      server.once('close', () => {
        clearTimeout(giveUp)
        reject(new Error(`PostgreSQL ended at once\n${log}`))
      })
    })
    return {
      url: `postgres://talus@127.0.0.1:${port}/postgres`,
      stop: async () => {
        // SIGINT is a fast shutdown: the server does not wait for clients to disconnect.
        server.kill('SIGINT')
        await closed
        await cleanUp()
      },
    }
  } catch (error) {
    await cleanUp()
    throw error
  }
}

/**
 * Finds, installs or starts a PostgreSQL server for the tests, with its files in a folder; undefined
 * if that is impossible.
 */
export async function findPostgres(folder = tmpdir()): Promise<TestPostgres | undefined> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, stop: async () => {} }
  const initdb = (await findInitdb()) ?? (await installServer())
  return initdb === undefined ? undefined : startPostgres(initdb, folder)
}
