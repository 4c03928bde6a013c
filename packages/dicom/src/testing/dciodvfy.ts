import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = 'dciodvfy'
const isThere = () => spawnSync(program, ['-version']).error === undefined

/** Debian and Ubuntu have it; elsewhere whoever wants it installs it. */
function install(): boolean {
  const canUseApt =
    process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!canUseApt) return false
  const args = ['-qq', 'install', '-y', '--no-install-recommends', 'dicom3tools']
  spawnSync('apt-get', args, {
    timeout: 60_000,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
  return isThere()
}

/** The checker of David Clunie, which knows what each kind of object must have. */
export const hasDciodvfy = isThere() || install()
export const dciodvfyNote = hasDciodvfy
  ? ''
  : ' (skipped: dciodvfy of dicom3tools is not installed)'

const check = (path: string) =>
  new Promise<readonly string[]>((resolve) => {
    // Without errors it still exits with a code of its own at times: only what it says counts.
    execFile(program, ['-new', path], { encoding: 'utf8' }, (_error, stdout, stderr) => {
      resolve(`${stdout}\n${stderr}`.split('\n').filter(Boolean))
    })
  })

/** It takes one file at a time; two at once are as many as a small machine has cores. */
const atOnce = 2

/** What it says of each file, by the file's name: a line that names the kind of object, and faults. */
export async function dciodvfy(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'talus-dciodvfy-'))
  const found = new Map<string, readonly string[]>()
  const waiting = Array.from(files).entries()
  const work = async () => {
    for (const [index, [name, bytes]] of waiting) {
      const path = join(folder, String(index))
      await writeFile(path, bytes)
      found.set(name, await check(path))
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return found
}
