import { constants, existsSync, statSync } from 'node:fs'
import { copyFile, open, rename, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { flushFolder } from '@talus/node-kit/write-durably'
import { giveToOwner } from '../service/owner.ts'
import { getDataFolder } from '../service/this-computer.ts'
import { getExchangePaths } from './layout.ts'
import { UpdateProblem } from './problem.ts'

const getDatabase = () => join(getDataFolder(), 'talus.sqlite')

/** Copies a file so that the copy is whole or not there, also after a power cut. */
async function copyDurably(from: string, to: string): Promise<void> {
  const part = `${to}.part`
  await copyFile(from, part, constants.COPYFILE_FICLONE)
  const file = await open(part, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  giveToOwner(part)
  await rename(part, to)
  await flushFolder(dirname(to))
}

/** Refuses before anything is stopped if the copy and the migration would fill the disk. */
export async function refuseFullDisk(): Promise<void> {
  const { size = 0 } = statSync(getDatabase(), { throwIfNoEntry: false }) ?? {}
  const { bavail, bsize } = await statfs(getDataFolder())
  const needed = 2 * size + 200_000_000
  if (bavail * bsize < needed)
    throw new UpdateProblem(
      `The disk of ${getDataFolder()} has ${Math.round((bavail * bsize) / 1e6)} MB left; the update needs ${Math.round(needed / 1e6)} MB for a copy of the database.`,
    )
}

/** Copies the database of a stopped server. Returns its bytes; undefined if there is none yet. */
export async function copyDatabase(): Promise<number | undefined> {
  const path = getDatabase()
  await removeDatabaseCopy()
  if (!existsSync(path)) return undefined
  // Commits of a killed server may still be in the log beside the database.
  const database = new DatabaseSync(path)
  try {
    database.exec('pragma wal_checkpoint(truncate)')
  } finally {
    database.close()
  }
  await copyDurably(path, getExchangePaths().database)
  return statSync(path).size
}

/** Replaces the database by its copy; may be repeated after a death in the middle. */
export async function restoreDatabase(): Promise<void> {
  const path = getDatabase()
  const copy = getExchangePaths().database
  if (!existsSync(copy)) {
    // The former version had not been started yet.
    for (const end of ['', '-wal', '-shm']) await rm(`${path}${end}`, { force: true })
    return
  }
  const restored = `${path}.restored`
  await copyDurably(copy, restored)
  for (const end of ['-wal', '-shm']) await rm(`${path}${end}`, { force: true })
  await rename(restored, path)
  await flushFolder(dirname(path))
}

export const removeDatabaseCopy = () => rm(getExchangePaths().database, { force: true })
