import { chmod, mkdir, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files and databases of a test run, removed after it. */
export interface ScratchFolder {
  readonly path: string
  readonly remove: () => Promise<void>
}

const memoryDisk = '/dev/shm'
/** A run uses less than a gigabyte; a container often has a memory disk of 64 MB only. */
const neededBytes = 4 * 1024 ** 3
const prefix = 'talus-tests-'

async function chooseParent(): Promise<string> {
  try {
    const { bavail, bsize } = await statfs(memoryDisk)
    return Math.min(bavail * bsize, freemem()) >= neededBytes ? memoryDisk : tmpdir()
  } catch {
    return tmpdir()
  }
}

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A killed run cannot remove its folder, which would use memory until the computer restarts. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN
    if (pid > 0 && !isRunning(pid)) await removeFolder(join(parent, name)).catch(() => undefined)
  }
}

const removeFolder = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 5 })

/**
 * Creates the folder for the files of a run, in memory if there is enough. Copying a database of
 * PostgreSQL there takes a fifth of the processor time.
 */
export async function createScratchFolder(): Promise<ScratchFolder> {
  const parent = await chooseParent()
  await removeAbandoned(parent)
  const path = join(parent, `${prefix}${process.pid}`)
  await mkdir(path, { recursive: true })
  // PostgreSQL runs as another user and must reach its folder inside.
  await chmod(path, 0o755)
  return { path, remove: () => removeFolder(path) }
}
