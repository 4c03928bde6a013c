import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { root } from '../child.ts'
import { giveToOwner } from '../service/owner.ts'
import { paths } from './layout.ts'

const retryMs = 30_000

/** A virus scanner of Windows may hold a file of the folder for a while. */
async function renameFolder(from: string, to: string): Promise<void> {
  const parent = dirname(to)
  const first = await mkdir(parent, { recursive: true })
  // The service runs as the owner, who must be able to move the folder back after an interruption.
  if (first !== undefined)
    for (let made = parent; made.length >= first.length; made = dirname(made)) giveToOwner(made)
  for (const startedAt = performance.now(); ;)
    try {
      return await rename(from, to)
    } catch (error) {
      const isHeld = error instanceof Error && 'code' in error && error.code !== 'ENOENT'
      if (!isHeld || process.platform !== 'win32' || performance.now() - startedAt > retryMs)
        throw error
      await new Promise((done) => setTimeout(done, 500))
    }
}

const locate = (folder: string) => ({
  next: join(paths.next, folder),
  here: join(root, folder),
  former: join(paths.former, folder),
})

/** Puts the folders of the new version in their place; may be repeated after a death in the middle. */
export async function moveIn(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const { next, here, former } = locate(folder)
    if (!existsSync(next)) continue
    if (existsSync(here)) await renameFolder(here, former)
    await renameFolder(next, here)
  }
}

/** Puts the former folders back, and keeps those of the new version; may be repeated too. */
export async function moveBack(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const { next, here, former } = locate(folder)
    if (!existsSync(former)) continue
    if (existsSync(here)) await renameFolder(here, next)
    await renameFolder(former, here)
  }
}

export const removeFormer = () => rm(paths.former, { recursive: true, force: true, maxRetries: 5 })
