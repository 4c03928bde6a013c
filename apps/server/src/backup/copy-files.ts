import { createHash } from 'node:crypto'
import { closeAfter } from '../files/index.ts'
import { forEachLimited } from '@talus/node-kit/for-each-limited'
import { BackupProblem } from './backup-problem.ts'
import { cutIntoPieces } from './database-snapshot.ts'
import type { DatabaseSnapshot } from './database-snapshot.ts'
import type { BackupFile, DatabaseCopy } from './manifest.ts'
import type { OpenBytes, Repository } from './repository.ts'
import type { SourceFile } from './source-files.ts'
import { toIterable } from './to-iterable.ts'

/** Enough to keep a NAS busy, and few enough for the server that works beside it. */
const copiesAtOnce = 4
const attemptsMax = 3

export interface CopyCounts {
  newFiles: number
  newBytes: number
}

/**
 * Copies what the target lacks. A file with the path, length and time of the previous backup has its
 * hash: it is not even read.
 */
export function createCopier(
  repository: Repository,
  stored: Map<string, number>,
  previous: ReadonlyMap<string, BackupFile>,
  /** Resolves when the next piece may be copied: the X-ray hardware comes first. */
  waitForTurn: () => Promise<void> = () => Promise.resolve(),
) {
  const counts: CopyCounts = { newFiles: 0, newBytes: 0 }

  const isStored = (sha256: string, byteLength: number) =>
    stored.get(repository.toKey(sha256)) === repository.toStoredLength(byteLength)

  function markStored(sha256: string, byteLength: number): void {
    stored.set(repository.toKey(sha256), repository.toStoredLength(byteLength))
    counts.newBytes += byteLength
  }

  /** Undefined if the file was removed meanwhile. */
  async function copyFile(file: SourceFile): Promise<BackupFile | undefined> {
    const { path, byteLength, modifiedOn } = file
    const before = previous.get(path)
    if (
      before?.byteLength === byteLength &&
      before.modifiedOn === modifiedOn &&
      isStored(before.sha256, byteLength)
    )
      return before
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      await waitForTurn()
      const digest = await hashBytes(file.open)
      if (!digest) return undefined
      const found = { path, modifiedOn, ...digest }
      if (isStored(found.sha256, found.byteLength)) return found
      const bytes = await file.open()
      if (!bytes) return undefined
      if (await closeAfter(bytes, () => repository.writeObject(found.sha256, bytes))) {
        markStored(found.sha256, found.byteLength)
        counts.newFiles += 1
        return found
      }
    }
    throw new BackupProblem(`The file ${path} changes all the time and cannot be copied.`)
  }

  return {
    counts,
    async copyFiles(
      files: AsyncIterable<SourceFile>,
      into: Map<string, BackupFile>,
      onFile: (byteLength: number) => void = () => undefined,
    ): Promise<void> {
      await forEachLimited(files, copiesAtOnce, async (file) => {
        const copied = await copyFile(file)
        if (copied) into.set(copied.path, copied)
        onFile(file.byteLength)
      })
    },
    async copyDatabase({ path, byteLength }: DatabaseSnapshot): Promise<DatabaseCopy> {
      const pieces: string[] = []
      const cut = cutIntoPieces(path)
      for (;;) {
        const next = await cut.next()
        if (next.done) return { byteLength, sha256: next.value, pieces }
        const { bytes, sha256 } = next.value
        pieces.push(sha256)
        if (isStored(sha256, bytes.byteLength)) continue
        await waitForTurn()
        await repository.writeObject(sha256, toIterable(bytes))
        markStored(sha256, bytes.byteLength)
      }
    },
  }
}

async function hashBytes(open: OpenBytes) {
  const bytes = await open()
  if (!bytes) return undefined
  const hash = createHash('sha256')
  let byteLength = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    byteLength += chunk.byteLength
  }
  return { byteLength, sha256: hash.digest('hex') }
}
