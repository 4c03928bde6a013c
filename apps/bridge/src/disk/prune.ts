import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the oldest files of a folder beyond a number, and returns their names. */
export async function pruneOldest(folder: string, max: number): Promise<string[]> {
  const names = await readdir(folder)
  if (names.length <= max) return []
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  )
  const old = dated
    .toSorted((one, other) => one.at - other.at)
    .slice(0, names.length - max)
    .map(({ name }) => name)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old
}
