import { limitConcurrency } from '@talus/node-kit/concurrency-limit'
import type { Logger } from '@talus/node-kit/logger'
import type { FileStore } from '../../../files/index.ts'
import { getKeptKey, readKept, toKeptBytes, toRoomySlice } from './kept-file.ts'
import type { RoomySlice } from './kept-file.ts'
import { createSpaceCheck, removeOldest } from './kept-budget.ts'
import { packStored } from './pack-slice.ts'
import type { PackDeps, SliceSource } from './pack-slice.ts'

export interface KeptSliceDeps extends PackDeps {
  readonly files: FileStore
  readonly log: Logger
  /** The space that packed slices may take. */
  readonly budgetBytes: number
}

/** Decodings of all streams together: other requests for pixels must not wait behind hundreds. */
const packsMax = 5
/** Packed slices that wait for a slow disk; more are sent and not kept. */
const writesMax = 32

export type KeptSlices = ReturnType<typeof createKeptSlices>

/** Packs slices, and keeps them in the file store for the next time. */
export function createKeptSlices(deps: KeptSliceDeps) {
  const { files, log, budgetBytes } = deps
  const limited = limitConcurrency(packsMax)
  const writeOne = limitConcurrency(2)
  const hasSpace = createSpaceCheck(files)
  const writes = new Set<Promise<void>>()
  let writtenBytes = 0
  let removing: Promise<void> | undefined

  const onFault = (error: unknown) => log.warn({ err: error }, 'a packed slice was not kept')

  /** Never fails: a full disk must not prevent users from viewing a stack. */
  async function write(key: string, packed: Uint8Array): Promise<void> {
    try {
      if (!(await hasSpace())) return
      const { byteLength } = await files.put(key, toKeptBytes(packed))
      writtenBytes += byteLength
      // The hourly sweep would be late if a few large studies are opened.
      if (writtenBytes > budgetBytes / 10) await enforceBudget()
    } catch (error) {
      onFault(error)
    }
  }

  function keep(key: string, packed: Uint8Array): void {
    if (writes.size >= writesMax || budgetBytes === 0) return
    const writing = writeOne(() => write(key, packed)).finally(() => writes.delete(writing))
    writes.add(writing)
  }

  async function enforceBudget(): Promise<void> {
    writtenBytes = 0
    removing ??= removeOldest(files, budgetBytes).finally(() => (removing = undefined))
    await removing
  }

  async function read(key: string): Promise<RoomySlice | undefined> {
    try {
      return await readKept(files, key)
    } catch (error) {
      onFault(error)
      return undefined
    }
  }

  return {
    /** Fails with a refusal, a `DicomFault` or a `WorkerFault` if the slice cannot be read. */
    async get(source: SliceSource, signal: AbortSignal): Promise<RoomySlice> {
      const key = getKeptKey(source.recorded, source.frame)
      const kept = key === undefined ? undefined : await read(key)
      if (kept) return kept
      const packed = await limited(async () => {
        signal.throwIfAborted()
        return packStored(deps, source, signal)
      })
      if (key !== undefined) keep(key, packed)
      return toRoomySlice(packed)
    },
    /** Packs a slice that is not kept yet, and waits until it is on the disk. */
    async prepare(source: SliceSource, signal: AbortSignal): Promise<void> {
      const key = getKeptKey(source.recorded, source.frame)
      if (budgetBytes === 0 || key === undefined || (await files.stat(key))) return
      const packed = await limited(() => packStored(deps, source, signal))
      await writeOne(() => write(key, packed))
    },
    enforceBudget,
    /** Resolves when no slice is being written. */
    idle: async (): Promise<void> => {
      await Promise.all(writes)
    },
  }
}
