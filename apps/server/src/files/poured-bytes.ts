import { writeSync } from 'node:fs'
import { refuse } from '@talus/contract'
import { onDiskNow } from './disk-faults.ts'
import type { Pourable, PutOptions } from './files.ts'
import { Measure } from './measured-bytes.ts'
import { blockBytes, borrowBlock, giveBackBlock } from './page-memory.ts'
import { gridBytes } from './past-cache.ts'
import type { PastCache } from './past-cache.ts'

/** Less than this is written at once: it takes less than to have another thread do it. */
const leastBytes = 64 * 1024
/** So many blocks may wait for the disk before the sender has to. */
const waitingMax = 2

interface Target {
  readonly file: number
  readonly path: string
  readonly pastCache: PastCache
}

/** Gathers pieces in blocks, which are hashed here while another thread writes them. */
class BlockWriter {
  readonly #file: number
  readonly #past: ReturnType<PastCache>
  readonly #measure = new Measure()
  #block = borrowBlock()
  #length = 0
  /** Where the block begins in the file. */
  #start = 0
  #written: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor({ file, path, pastCache }: Target) {
    this.#file = file
    this.#past = pastCache(path, file)
  }

  /** A promise where nothing more is to come until the disk has caught up. */
  add(piece: Uint8Array): Promise<void> | undefined {
    for (let at = 0; at < piece.byteLength;) {
      const part = piece.subarray(at, at + blockBytes - this.#length)
      this.#block.set(part, this.#length)
      this.#length += part.byteLength
      at += part.byteLength
      if (this.#length === blockBytes) this.#writeBlock()
    }
    return this.#waiting > waitingMax ? this.#written : undefined
  }

  #writeBlock(): void {
    const block = this.#block
    this.#write(block, this.#start)
    this.#measure.add(block)
    this.#start += blockBytes
    this.#length = 0
    this.#block = borrowBlock()
    const giveBack = () => giveBackBlock(block)
    this.#written.then(giveBack, giveBack)
  }

  #write(bytes: Uint8Array, at: number): void {
    this.#waiting += 1
    const before = this.#waiting === 1 ? undefined : this.#written
    this.#written = (async () => {
      await before
      await this.#past.write(bytes, at)
      this.#waiting -= 1
    })()
  }

  async end() {
    const bytes = this.#block.subarray(0, this.#length)
    const onGrid = this.#length < leastBytes ? 0 : this.#length - (this.#length % gridBytes)
    if (onGrid > 0) this.#write(bytes.subarray(0, onGrid), this.#start)
    this.#measure.add(bytes)
    await this.#written
    for (let at = onGrid; at < bytes.byteLength;)
      at += onDiskNow(() =>
        writeSync(this.#file, bytes, at, bytes.byteLength - at, this.#start + at),
      )
    return this.#measure.result()
  }

  /** The memory and the file are not used by anybody any more after this. */
  async close(): Promise<void> {
    await this.#written.catch(() => undefined)
    giveBackBlock(this.#block)
    this.#past.close()
  }
}

/** Writes what comes as it comes, in memory that is used again for the next file. */
export async function writePoured(
  target: Target,
  bytes: Pourable,
  { maxBytes = Infinity, signal }: PutOptions,
) {
  const writer = new BlockWriter(target)
  let byteLength = 0
  try {
    await bytes.pour((piece) => {
      signal?.throwIfAborted()
      byteLength += piece.byteLength
      if (byteLength > maxBytes) refuse('request/too-large')
      return writer.add(piece)
    })
    return await writer.end()
  } finally {
    await writer.close()
  }
}
