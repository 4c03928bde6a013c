import { randomUUID } from 'node:crypto'
import type { ImageId } from '@talus/contract'
import { explicitLittleEndian } from '@talus/dicom'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../../db/open.ts'
import type { FileStore } from '../../../files/index.ts'
import type { TranscodePool } from '../../../workers/index.ts'
import { readWhole } from '../stored/read-file.ts'
import type { OutgoingFile } from '../stored/stored-image.ts'
import * as queries from './outgoing.queries.ts'

export interface PlainCopyDeps {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly transcodePool: TranscodePool
  readonly clock: Clock
  readonly resolve: (id: ImageId) => Promise<OutgoingFile>
}

/** The sweep of outgoing files removes copies after an hour. */
const usedMs = 20 * 60_000
const rememberedMax = 1000

/** Makes uncompressed copies of images that this server has compressed, for as long as they are used. */
export function createPlainCopies({
  unscopedDb,
  files,
  transcodePool,
  clock,
  resolve,
}: PlainCopyDeps) {
  const copies = new Map<string, { readonly madeMs: number; readonly file: OutgoingFile }>()

  async function resolvePlain(id: ImageId): Promise<OutgoingFile> {
    const stored = await resolve(id)
    if (!(await queries.isCompressedHere(unscopedDb, id))) return stored
    const nowMs = clock().getTime()
    const known = copies.get(stored.sha256)
    if (known && nowMs - known.madeMs < usedMs && (await files.stat(known.file.filePath)))
      return known.file
    const task = { kind: 'file', syntax: explicitLittleEndian } as const
    const parts = await transcodePool.run(task, () => readWhole(files, stored))
    const made = await files.put(`outgoing/plain/${randomUUID()}.dcm`, toBytes(parts))
    const { key: filePath, sha256, byteLength } = made
    const file = { filePath, sha256, byteLength, sopInstanceUID: stored.sopInstanceUID }
    copies.delete(stored.sha256)
    copies.set(stored.sha256, { madeMs: nowMs, file })
    const [oldest] = copies.keys()
    if (oldest !== undefined && copies.size > rememberedMax) copies.delete(oldest)
    return file
  }

  return { resolvePlain }
}

async function* toBytes(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts
}
