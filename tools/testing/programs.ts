import { existsSync } from 'node:fs'
import { access, constants, glob } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { runInTerminal } from '../child.ts'

const isWindows = process.platform === 'win32'

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** Finds the first of these programs in the folders. */
async function findFirst(names: readonly string[], folders: readonly string[]) {
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, isWindows ? `${name}.exe` : name)
      if (await isProgram(path)) return path
    }
  }
  return undefined
}

export const findOnPath = (names: readonly string[]) =>
  findFirst(names, (process.env.PATH ?? process.env.Path ?? '').split(delimiter).filter(Boolean))

/**
 * Finds the first existing program of patterns such as /usr/lib/postgresql/*\/bin/initdb, newest
 * first.
 */
export async function findInstalled(patterns: readonly string[]) {
  for (const pattern of patterns) {
    const found = await Array.fromAsync(glob(isWindows ? `${pattern}.exe` : pattern))
    const newest = found.toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    for (const path of newest) if (await isProgram(path)) return path
  }
  return undefined
}

export const canUseApt = () =>
  process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

let isListFresh = false
let lastInstall: Promise<unknown> = Promise.resolve()

/**
 * Installs packages of Debian or Ubuntu; returns whether it succeeded. One call waits for another,
 * because apt-get fails while another one holds its lock.
 */
export function aptInstall(packages: readonly string[]): Promise<boolean> {
  const install = lastInstall.then(() => runAptGet(packages))
  lastInstall = install.catch(() => undefined)
  return install
}

async function runAptGet(packages: readonly string[]) {
  // At run level 1 the services of a package are not started; the tests start their own.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0']
  if (!isListFresh) {
    console.log('apt-get update ...')
    isListFresh = (await runInTerminal('apt-get', [...quiet, 'update'], { env })) === 0
  }
  console.log(`apt-get install ${packages.join(' ')} ...`)
  const args = [...quiet, 'install', '-y', '--no-install-recommends', ...packages]
  return (await runInTerminal('apt-get', args, { env })) === 0
}
