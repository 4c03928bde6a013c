import { createHash } from 'node:crypto'
import { closeAfter } from '../files/index.ts'
import type { FileChunks } from '../files/index.ts'
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

/** A file of the installation that its disk does not return; errors of the target are others. */
export class UnreadableFile extends Error {}

interface CopyHandlers {
  readonly onFile?: ((byteLength: number) => void) | undefined
  readonly onUnreadable: (path: string, error: UnreadableFile) => void
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

  /** The file of the previous backup, if the target still has its object. */
  function findPrevious(path: string): BackupFile | undefined {
    const before = previous.get(path)
    return before && isStored(before.sha256, before.byteLength) ? before : undefined
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
      const digest = await hashBytes(() => openSource(file))
      if (!digest) return undefined
      const found = { path, modifiedOn, ...digest }
      if (isStored(found.sha256, found.byteLength)) return found
      const bytes = await openSource(file)
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
    findPrevious,
    async copyFiles(
      files: AsyncIterable<SourceFile>,
      into: Map<string, BackupFile>,
      { onFile, onUnreadable }: CopyHandlers,
    ): Promise<void> {
      await forEachLimited(files, copiesAtOnce, async (file) => {
        try {
          const copied = await copyFile(file)
          if (copied) into.set(copied.path, copied)
        } catch (error) {
          // One bad sector, or a NAS that is away, must not keep all others from being copied.
          if (!(error instanceof UnreadableFile)) throw error
          onUnreadable(file.path, error)
        }
        onFile?.(file.byteLength)
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

/** Opens a file, and distinguishes its errors from those of the target. */
async function openSource({ path, open }: SourceFile): Promise<FileChunks | undefined> {
  const fail = (cause: unknown): never => {
    throw new UnreadableFile(`${path} cannot be read`, { cause })
  }
  const chunks = await open().catch(fail)
  if (!chunks) return undefined
  async function* readAll(from: FileChunks) {
    const reading = from[Symbol.asyncIterator]()
    for (;;) {
      const next = await reading.next().catch(fail)
      if (next.done === true) return
      yield next.value
    }
  }
  const reading = readAll(chunks)
  return {
    [Symbol.asyncIterator]: () => reading,
    close: () => chunks.close(),
  }
}

async function hashBytes(open: OpenBytes) {
  const bytes = await open()
  if (!bytes) return undefined
  const hash = createHash('sha256')
  let byteLength = 0
  await closeAfter(bytes, async () => {
    for await (const chunk of bytes) {
      hash.update(chunk)
      byteLength += chunk.byteLength
    }
  })
  return { byteLength, sha256: hash.digest('hex') }
}
