import type { FileEntry, FileStore } from '../../../files/index.ts'
import { keptFolder } from './kept-file.ts'

/** Space that is left for images, which cannot be made again. */
const reservedBytes = 1024 ** 3
const checkedEveryMs = 10_000
/** After a removal there is space for some new slices, so that not each one removes another. */
const keptShare = 0.9

/** Whether the disk has more space than images need soon; asks it every few seconds. */
export function createSpaceCheck(files: Pick<FileStore, 'freeBytes'>, now = () => Date.now()) {
  let checkedAt = -Infinity
  let hasSpace = true
  return async (): Promise<boolean> => {
    if (now() - checkedAt < checkedEveryMs) return hasSpace
    checkedAt = now()
    hasSpace = ((await files.freeBytes()) ?? Infinity) > reservedBytes
    return hasSpace
  }
}

/** Removes the oldest packed slices if all of them take more than the budget. */
export async function removeOldest(
  files: Pick<FileStore, 'list' | 'remove'>,
  budgetBytes: number,
): Promise<void> {
  const entries: FileEntry[] = []
  let total = 0
  for await (const entry of files.list(keptFolder)) {
    entries.push(entry)
    total += entry.byteLength
  }
  if (total <= budgetBytes) return
  entries.sort((one, other) => (one.modifiedOn < other.modifiedOn ? -1 : 1))
  for (const { key, byteLength } of entries) {
    if (total <= budgetBytes * keptShare) return
    await files.remove(key)
    total -= byteLength
  }
}
