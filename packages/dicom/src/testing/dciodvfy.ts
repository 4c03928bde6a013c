import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = 'dciodvfy'
const isInstalled = () => spawnSync(program, ['-version']).error === undefined

/** Installs the package on Debian and Ubuntu; on other systems the developer must install it. */
function install(): boolean {
  const canUseApt =
    process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!canUseApt) return false
  const args = ['-qq', 'install', '-y', '--no-install-recommends', 'dicom3tools']
  spawnSync('apt-get', args, {
    timeout: 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return isInstalled()
}

/** David Clunie's validator, which knows the required attributes of each SOP class. */
export const hasDciodvfy = isInstalled() || install()
export const dciodvfyNote = hasDciodvfy
  ? ''
  : ' (skipped: dciodvfy of dicom3tools is not installed)'

const check = (path: string) =>
  new Promise<readonly string[]>((resolve) => {
    // The exit code may be nonzero without errors: only the output counts.
    execFile(program, ['-new', path], { encoding: 'utf8' }, (_error, stdout, stderr) => {
      resolve(`${stdout}\n${stderr}`.split('\n').filter(Boolean))
    })
  })

/** dciodvfy checks one file at a time; a small computer has two cores. */
const concurrency = 2

/**
 * The output of dciodvfy by file name: a line that names the SOP class, and errors and warnings.
 */
export async function runDciodvfy(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-dciodvfy-'))
  const found = new Map<string, readonly string[]>()
  const queue = Array.from(files).entries()
  const work = async () => {
    for (const [index, [name, bytes]] of queue) {
      const path = join(folder, String(index))
      await writeFile(path, bytes)
      found.set(name, await check(path))
    }
  }
  try {
    await Promise.all(Array.from({ length: concurrency }, work))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return found
}
