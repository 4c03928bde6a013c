import { writeAll } from './disk-calls.ts'
import type { DiskCalls } from './disk-calls.ts'
import { mapDiskErrors } from './disk-errors.ts'
import { StreamDigest } from './stream-digest.ts'
import { blockBytes, acquireBlock, releaseBlock } from './aligned-buffer-pool.ts'
import { alignmentBytes } from './direct-io.ts'

/** A smaller remainder is written through the cache: direct I/O would take longer. */
const directMinBytes = 64 * 1024
/** The number of blocks that may wait for the disk before the sender has to wait. */
const waitingMax = 2

export interface WriteTarget {
  readonly file: number
  readonly calls: DiskCalls
  /** Writes whole blocks. */
  readonly blocks: {
    readonly write: (bytes: Uint8Array, at: number) => Promise<void>
    readonly close: () => Promise<void>
  }
}

/**
 * Collects chunks in blocks, which are hashed here while another thread writes them. The blocks
 * come from a pool: a new one per file would leave much work to the garbage collector.
 */
export class BlockWriter {
  readonly #target: WriteTarget
  readonly #measure = new StreamDigest()
  #block = acquireBlock()
  #length = 0
  /** The offset of the block in the file. */
  #start = 0
  #written: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(target: WriteTarget) {
    this.#target = target
  }

  /** Copies a chunk. Returns a promise if the caller has to wait until the disk has caught up. */
  add(chunk: Uint8Array): Promise<void> | undefined {
    for (let at = 0; at < chunk.byteLength;) {
      const part = chunk.subarray(at, at + blockBytes - this.#length)
      this.#block.set(part, this.#length)
      this.#length += part.byteLength
      at += part.byteLength
      if (this.#length === blockBytes) this.#writeBlock()
    }
    return this.#waiting > waitingMax ? this.#written : undefined
  }

  #writeBlock(): void {
    const block = this.#block
    this.#write(block)
    this.#measure.add(block)
    this.#start += blockBytes
    this.#length = 0
    this.#block = acquireBlock()
    const giveBack = () => releaseBlock(block)
    this.#written.then(giveBack, giveBack)
  }

  #write(bytes: Uint8Array): void {
    const at = this.#start
    const before = this.#waiting === 0 ? undefined : this.#written
    this.#waiting += 1
    this.#written = (async () => {
      await before
      await mapDiskErrors(this.#target.blocks.write(bytes, at))
      this.#waiting -= 1
    })()
  }

  /** Writes the remaining bytes. */
  async end() {
    const { calls, file } = this.#target
    const bytes = this.#block.subarray(0, this.#length)
    const alignedBytes =
      this.#length < directMinBytes ? 0 : this.#length - (this.#length % alignmentBytes)
    if (alignedBytes > 0) this.#write(bytes.subarray(0, alignedBytes))
    this.#measure.add(bytes)
    await this.#written
    await mapDiskErrors(
      writeAll(calls, file, bytes.subarray(alignedBytes), this.#start + alignedBytes),
    )
    return this.#measure.result()
  }

  /** Releases the memory and the file; the writer must not be used after this. */
  async close(): Promise<void> {
    await this.#written.catch(() => undefined)
    releaseBlock(this.#block)
    await this.#target.blocks.close()
  }
}
