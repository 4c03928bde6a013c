import { DamagedObject } from './backup-problem.ts'
import { chooseKept } from './kept-backups.ts'
import type { Retention } from './kept-backups.ts'
import { listObjects } from './manifest.ts'
import type { Repository } from './repository.ts'

/** A number of backups, or one for each of the last days, weeks and months. */
export type KeepRule = { readonly newest: number } | Retention

const listKept = (names: readonly string[], keep: KeepRule, now: Date): ReadonlySet<string> =>
  'newest' in keep ? new Set(names.slice(-keep.newest)) : chooseKept(names, keep, now)

/**
 * Removes the backups that the rule does not keep, and the objects that no other backup has. The one
 * that was just made stays, whatever the clock says. Returns the number of removed backups.
 */
export async function removeOldBackups(
  repository: Repository,
  { keep, made, now }: { readonly keep: KeepRule; readonly made: string; readonly now: Date },
): Promise<number> {
  const names = await repository.listBackups()
  const kept = listKept(names, keep, now)
  const old = names.filter((name) => name !== made && !kept.has(name))
  if (old.length === 0) return 0
  const used = await findUsedKeys(
    repository,
    names.filter((name) => !old.includes(name)),
  )
  // The lists first: an interrupted removal leaves objects without a list, never the reverse.
  for (const name of old) await repository.removeBackup(name)
  if (!used) return old.length
  for (const key of (await repository.listStored()).keys())
    if (!used.has(key)) await repository.remove(key)
  return old.length
}

/** Undefined if the list of a backup is damaged: any object may belong to that one. */
async function findUsedKeys(repository: Repository, names: readonly string[]) {
  const used = new Set<string>()
  try {
    for (const name of names)
      for (const { sha256 } of listObjects(await repository.readManifest(name)))
        used.add(repository.toKey(sha256))
    return used
  } catch (error) {
    if (error instanceof DamagedObject) return undefined
    throw error
  }
}
