import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, parse } from 'node:path'
import { refuse } from '@talus/contract'
import { getErrorCode } from '@talus/node-kit/error-code'
import { getSharedFileMode } from '@talus/node-kit/private-files'
import type { PooledBytes } from '../../../http/send-bytes.ts'

/** Partial files begin with a dot, so that users do not open them. */
const partName = /^\.talus-[0-9a-f-]{36}\.part$/u
const partMaxAgeMs = 60 * 60 * 1000

/**
 * The folder in which a browser on this computer saves files; a server without one uses a folder of
 * its own.
 */
export function getDownloadsFolder(settings: {
  readonly downloadsFolder: string | undefined
  readonly dataFolder: string
}): string {
  if (settings.downloadsFolder !== undefined) return settings.downloadsFolder
  const userFolder = join(homedir(), 'Downloads')
  return existsSync(userFolder) ? userFolder : join(settings.dataFolder, 'downloads')
}

/**
 * Writes a file into the folder and returns its name: a name that exists gets a number. The file
 * appears complete or not at all.
 */
export async function saveDownload(
  folder: string,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: PooledBytes },
): Promise<string> {
  await mkdir(folder, { recursive: true })
  await sweep(folder)
  const temporary = join(folder, `.talus-${randomUUID()}.part`)
  try {
    const handle = await open(temporary, 'wx')
    try {
      await write(handle, bytes)
      // A download is opened by the users of this computer, not by the server.
      if (process.platform !== 'win32') await handle.chmod(getSharedFileMode())
    } finally {
      await handle.close()
    }
    const name = await reserveName(folder, fileName)
    await rename(temporary, join(folder, name))
    return name
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    if (['ENOSPC', 'EDQUOT'].includes(getErrorCode(error) ?? '')) refuse('storage/full')
    throw error
  }
}

async function write(handle: FileHandle, bytes: PooledBytes) {
  for await (const chunk of bytes) await handle.writeFile(chunk)
  await handle.sync()
}

/**
 * Reserves the name with an empty file, so that concurrent downloads do not overwrite each other.
 */
async function reserveName(folder: string, fileName: string): Promise<string> {
  const { name, ext } = parse(fileName)
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? fileName : `${name} (${number})${ext}`
    try {
      await (await open(join(folder, candidate), 'wx')).close()
      return candidate
    } catch (error) {
      if (getErrorCode(error) !== 'EEXIST') throw error
    }
  }
}

/** Removes what a process that died during a download left behind. */
async function sweep(folder: string) {
  for (const name of await readdir(folder)) {
    if (!partName.test(name)) continue
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > partMaxAgeMs)
      await rm(join(folder, name), { force: true })
  }
}
