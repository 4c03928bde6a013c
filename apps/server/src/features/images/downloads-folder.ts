import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, parse } from 'node:path'
import { refuse } from '@talus/contract'
import type { LentBytes } from '../../http/send-bytes.ts'

/** Begins with a dot: nobody opens a half of a zip. */
const partName = /^\.talus-[0-9a-f-]{36}\.part$/u
const partMaxAgeMs = 60 * 60 * 1000

/** Where a browser of this machine would save it; a server without one keeps a folder of its own. */
export function downloadsFolder(settings: {
  readonly downloadsFolder: string | undefined
  readonly dataFolder: string
}): string {
  if (settings.downloadsFolder !== undefined) return settings.downloadsFolder
  const ofUser = join(homedir(), 'Downloads')
  return existsSync(ofUser) ? ofUser : join(settings.dataFolder, 'downloads')
}

/**
 * Writes a file into the folder and says what it was called: a name that was taken gets a number.
 * It is there whole or not at all.
 */
export async function saveDownload(
  folder: string,
  { fileName, bytes }: { readonly fileName: string; readonly bytes: LentBytes },
): Promise<string> {
  await mkdir(folder, { recursive: true })
  await sweep(folder)
  const temporary = join(folder, `.talus-${randomUUID()}.part`)
  try {
    const handle = await open(temporary, 'wx')
    try {
      await write(handle, bytes)
    } finally {
      await handle.close()
    }
    const name = await freeName(folder, fileName)
    await rename(temporary, join(folder, name))
    return name
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined)
    if (['ENOSPC', 'EDQUOT'].includes(codeOf(error))) refuse('storage/full')
    throw error
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error ? String(Reflect.get(error, 'code')) : ''

async function write(handle: FileHandle, bytes: LentBytes) {
  for await (const chunk of bytes) await handle.writeFile(chunk)
  await handle.sync()
}

/** Taken by making an empty file, so that two at once do not overwrite each other. */
async function freeName(folder: string, fileName: string): Promise<string> {
  const { name, ext } = parse(fileName)
  for (let number = 1; ; number += 1) {
    const wanted = number === 1 ? fileName : `${name} (${number})${ext}`
    try {
      await (await open(join(folder, wanted), 'wx')).close()
      return wanted
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
  }
}

/** What a process that died in the middle left behind. */
async function sweep(folder: string) {
  for (const name of await readdir(folder)) {
    if (!partName.test(name)) continue
    const found = await stat(join(folder, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > partMaxAgeMs)
      await rm(join(folder, name), { force: true })
  }
}
