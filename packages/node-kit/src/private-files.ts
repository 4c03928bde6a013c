import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Windows has no such modes; a folder of the user's profile is private there. */
const hasModes = process.platform !== 'win32'

/** The permissions that the process was started with take away. */
let inheritedMask = 0o022

/** From now on only the user of this process can read the files and folders that it creates. */
export function createPrivateFiles(): void {
  if (hasModes) inheritedMask = process.umask(0o077)
}

/** The mode of a file that is meant for other users too, as the operating system is set up. */
export const getSharedFileMode = (): number => 0o666 & ~inheritedMask

/**
 * Takes access to a data folder and the files in it away from other users, also in an installation
 * that an earlier version created. Deeper folders cannot be reached without it. Returns the error if
 * the folder cannot be changed, for example on a network drive.
 */
export function makeFolderPrivate(folder: string): Error | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!hasModes) return undefined
  try {
    chmodSync(folder, 0o700)
    for (const name of readdirSync(folder)) {
      const path = join(folder, name)
      const entry = lstatSync(path)
      if ((entry.mode & 0o077) === 0 || entry.isSymbolicLink()) continue
      if (entry.isDirectory()) chmodSync(path, 0o700)
      else if (entry.isFile()) chmodSync(path, 0o600)
    }
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
