import { createHash } from 'node:crypto'
import { refuse, Refusal } from '@talus/contract'
import { openChunks } from '../../../files/index.ts'
import type { FileStore } from '../../../files/index.ts'

/**
 * Refuses a stored file that differs from its recorded hash. A copy of it would get a hash of its
 * own, by which the damage would look intact.
 */
export async function verifyFile(
  files: FileStore,
  { key, sha256 }: { readonly key: string; readonly sha256: string },
): Promise<void> {
  const hash = createHash('sha256')
  if (!(await files.stat(key))) refuse('image/missing')
  // Recorded before files had hashes.
  if (sha256 === '') return
  const stream = (await openChunks(files, key)) ?? refuse('image/missing')
  for await (const chunk of stream) hash.update(chunk)
  if (hash.digest('hex') !== sha256) refuse('image/unreadable')
}

/** Whether a stored file is there and has its recorded hash. */
export async function isIntact(
  files: FileStore,
  { filePath, sha256 }: { readonly filePath: string; readonly sha256: string },
): Promise<boolean> {
  try {
    await verifyFile(files, { key: filePath, sha256 })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
