import { existsSync } from 'node:fs'
import { access, constants, glob } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { show } from '../child.ts'

const isWindows = process.platform === 'win32'

const isProgram = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

/** The first of these names that stands in one of the folders. */
async function firstOf(names: readonly string[], folders: readonly string[]) {
  for (const name of names) {
    for (const folder of folders) {
      const path = join(folder, isWindows ? `${name}.exe` : name)
      if (await isProgram(path)) return path
    }
  }
  return undefined
}

export const onPath = (names: readonly string[]) =>
  firstOf(names, (process.env.PATH ?? process.env.Path ?? '').split(delimiter).filter(Boolean))

/** The first existing program among patterns such as /usr/lib/postgresql/*\/bin/initdb, newest first. */
export async function installed(patterns: readonly string[]) {
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

/** Installs packages of Debian or Ubuntu; whether that worked. */
export async function aptInstall(packages: readonly string[]) {
  // At run level 1 a service that comes with a package is not started: the tests start their own.
  const env = { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const quiet = ['-qq', '-o', 'Dpkg::Use-Pty=0']
  if (!isListFresh) {
    console.log('apt-get update ...')
    isListFresh = (await show('apt-get', [...quiet, 'update'], { env })) === 0
  }
  console.log(`apt-get install ${packages.join(' ')} ...`)
  const args = [...quiet, 'install', '-y', '--no-install-recommends', ...packages]
  return (await show('apt-get', args, { env })) === 0
}
