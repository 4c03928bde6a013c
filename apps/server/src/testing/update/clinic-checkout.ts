import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cp,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findFreePort } from '@talus/node-kit/find-free-port'
import { compileCacheFolder } from '../server/server-process.ts'

const root = join(import.meta.dirname, '../../../../..')
const run = promisify(execFile)

/** The files that a version needs to be built and started. */
const sources = [
  'apps',
  'packages',
  'tools',
  'package.json',
  'package-lock.json',
  '*.json',
  '.gitignore',
]

/** A web application that takes no time to build: an update replaces it like the real one. */
const quickWeb = `import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../child.ts'

export const buildWeb = async () => {
  const dist = join(root, 'apps/web/dist')
  await mkdir(join(dist, 'assets'), { recursive: true })
  await writeFile(join(dist, 'index.html'), '<!--talus-settings-->VERSION')
}
`

/** systemctl as far as an update uses it: it keeps the supervisor of a checkout. */
const systemctl = `#!/bin/sh
pid=$(cat "$SERVICE_FOLDER/pid" 2>/dev/null)
case $1 in
  cat)
    [ ! -e "$SERVICE_FOLDER/no-service" ] ;;
  stop)
    [ -n "$pid" ] && kill -TERM "$pid" 2>/dev/null
    while [ -n "$pid" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
    rm -f "$SERVICE_FOLDER/pid"
    echo stopped >> "$SERVICE_FOLDER/stops" ;;
  start)
    cd "$CLINIC_FOLDER" || exit 1
    setsid "$NODE" tools/supervise.mjs apps/server/dist/main.js \\
      >> "$SERVICE_FOLDER/service.log" 2>&1 < /dev/null &
    echo $! > "$SERVICE_FOLDER/pid" ;;
esac
`

const journalctl = `#!/bin/sh
tail -n 20 "$SERVICE_FOLDER/service.log"
`

const git = async (folder: string, ...args: readonly string[]) =>
  (
    await run('git', ['-c', 'user.name=Talus', '-c', 'user.email=talus@localhost', ...args], {
      cwd: folder,
    })
  ).stdout.trim()

/** The remote: the sources of this repository as they are now, and the versions of a test. */
async function createRemote(folder: string) {
  await mkdir(folder)
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard', ...sources], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  const isNeeded = (path: string) => !/\.test\.tsx?$|^apps\/web\/(?:src|public)\//u.test(path)
  for (const path of stdout.trim().split('\n').filter(isNeeded)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    // A file that was removed and not committed yet is still listed.
    await cp(join(root, path), join(folder, path)).catch(() => undefined)
  }
  await writeFile(join(folder, 'tools/build/web.ts'), quickWeb.replace('VERSION', 'first'))
  await git(folder, 'init', '--quiet', '--initial-branch=main')
  await git(folder, 'add', '--all')
  await git(folder, 'commit', '--quiet', '--message=first')
}

/** The packages of this repository, with the workspaces of the checkout. */
async function linkPackages(folder: string) {
  const from = join(root, 'node_modules')
  const to = join(folder, 'node_modules')
  await mkdir(join(to, '@talus'), { recursive: true })
  for (const name of await readdir(from))
    if (name !== '@talus' && name !== '.cache')
      await symlink(join(from, name), join(to, name), 'junction')
  await rm(join(to, '.talus-install'), { force: true })
  await cp(join(from, '.talus-install'), join(to, '.talus-install')).catch(() => undefined)
  for (const group of ['apps', 'packages'])
    for (const name of await readdir(join(folder, group)))
      await symlink(join(folder, group, name), join(to, '@talus', name), 'junction')
}

export type ClinicCheckout = Awaited<ReturnType<typeof createClinicCheckout>>

/** A clinic's PC: a clone of a remote, built and running as a service. */
export async function createClinicCheckout() {
  const folder = await mkdtemp(join(tmpdir(), 'talus-update-'))
  const remote = join(folder, 'remote')
  const clinic = join(folder, 'clinic')
  const data = join(folder, 'data')
  const bin = join(folder, 'bin')
  await createRemote(remote)
  await git(folder, 'clone', '--quiet', remote, clinic)
  await linkPackages(clinic)
  await mkdir(bin)
  for (const [name, program] of Object.entries({ systemctl, journalctl })) {
    await writeFile(join(bin, name), program)
    await chmod(join(bin, name), 0o755)
  }
  const port = await findFreePort()
  const settings = {
    PORT: String(port),
    TALUS_DATA: data,
    DICOM_PORT: 'off',
    DICOM_TLS_PORT: 'off',
    TALUS_DEMO_IMAGES: '0',
    LOG_LEVEL: 'warn',
    BRIDGE: 'off',
    PUBLIC_CALLS_PER_MINUTE: '100000',
  }
  await writeFile(
    join(clinic, '.env'),
    Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const env = {
    PATH: `${bin}:${process.env['PATH'] ?? ''}`,
    HOME: folder,
    NODE: process.execPath,
    NODE_COMPILE_CACHE: compileCacheFolder,
    SERVICE_FOLDER: folder,
    CLINIC_FOLDER: clinic,
  }

  function startCommand(name: string, args: readonly string[] = []) {
    const child = spawn(process.execPath, ['tools/run.mjs', name, ...args], {
      cwd: clinic,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own group, so that a test kills everything that it has started.
      detached: true,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
    const ended = (once(child, 'close') as Promise<[number | null]>).then(([code]) => code)
    return { child, ended, output: () => output }
  }

  async function runCommand(name: string, args: readonly string[] = []) {
    const { ended, output } = startCommand(name, args)
    return { exitCode: await ended, output: output() }
  }

  const service = (action: 'start' | 'stop') => run(join(bin, 'systemctl'), [action], { env })

  return {
    address: `http://127.0.0.1:${port}`,
    clinic,
    data,
    startCommand,
    runCommand,
    service,
    /** From here on a user starts Talus by hand. */
    removeService: async () => {
      await service('stop')
      await writeFile(join(folder, 'no-service'), '')
    },
    countStops: async () =>
      (await readFile(join(folder, 'stops'), 'utf8').catch(() => '')).split('stopped').length - 1,
    serviceLog: () => readFile(join(folder, 'service.log'), 'utf8'),
    git: (...args: readonly string[]) => git(clinic, ...args),
    /** Commits a version to the remote: replaces texts of files, or writes new files. */
    release: async (
      name: string,
      changes: Readonly<Record<string, string | readonly [string, string]>>,
    ) => {
      for (const [path, change] of Object.entries(changes)) {
        const file = join(remote, path)
        const before = await readFile(file, 'utf8').catch(() => '')
        if (typeof change !== 'string' && !before.includes(change[0]))
          throw new Error(`${path} has no ${change[0]}`)
        await writeFile(
          file,
          typeof change === 'string' ? change : before.replace(change[0], () => change[1]),
        )
      }
      const web = join(remote, 'tools/build/web.ts')
      await writeFile(web, quickWeb.replace('VERSION', name))
      await git(remote, 'add', '--all')
      await git(remote, 'commit', '--quiet', `--message=${name}`)
      await git(remote, 'tag', name)
    },
    /** Takes the newest version back, so that the next one does not build on it. */
    withdraw: () => git(remote, 'reset', '--quiet', '--hard', 'HEAD~1'),
    close: async () => {
      await service('stop')
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
