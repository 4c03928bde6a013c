import { writeAll } from './disk-calls.ts'
import type { QuickCalls } from './disk-calls.ts'
import { onDisk } from './disk-faults.ts'
import { Measure } from './measured-bytes.ts'
import { blockBytes, borrowBlock, giveBackBlock } from './page-memory.ts'
import { gridBytes } from './past-cache.ts'

/** Less than this is written as anything else is: past the cache it would take longer. */
const leastBytes = 64 * 1024
/** So many blocks may wait for the disk before the sender has to. */
const waitingMax = 2

export interface WriteTarget {
  readonly file: number
  readonly calls: QuickCalls
  /** Writes whole blocks. */
  readonly blocks: {
    readonly write: (bytes: Uint8Array, at: number) => Promise<void>
    readonly close: () => Promise<void>
  }
}

/**
 * Gathers pieces in blocks, which are hashed here while another thread writes them. The memory is used
 * again for the next file: new memory for each would have to be cleared up.
 */
export class BlockWriter {
  readonly #target: WriteTarget
  readonly #measure = new Measure()
  #block = borrowBlock()
  #length = 0
  /** Where the block begins in the file. */
  #start = 0
  #written: Promise<void> = Promise.resolve()
  #waiting = 0

  constructor(target: WriteTarget) {
    this.#target = target
  }

  /** Copies a piece. A promise where nothing more is to come until the disk has caught up. */
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
    this.#write(block)
    this.#measure.add(block)
    this.#start += blockBytes
    this.#length = 0
    this.#block = borrowBlock()
    const giveBack = () => giveBackBlock(block)
    this.#written.then(giveBack, giveBack)
  }

  #write(bytes: Uint8Array): void {
    const at = this.#start
    const before = this.#waiting === 0 ? undefined : this.#written
    this.#waiting += 1
    this.#written = (async () => {
      await before
      await onDisk(this.#target.blocks.write(bytes, at))
      this.#waiting -= 1
    })()
  }

  /** Writes what is left of it. */
  async end() {
    const { calls, file } = this.#target
    const bytes = this.#block.subarray(0, this.#length)
    const onGrid = this.#length < leastBytes ? 0 : this.#length - (this.#length % gridBytes)
    if (onGrid > 0) this.#write(bytes.subarray(0, onGrid))
    this.#measure.add(bytes)
    await this.#written
    await onDisk(writeAll(calls, file, bytes.subarray(onGrid), this.#start + onGrid))
    return this.#measure.result()
  }

  /** Nobody uses the memory and the file any more after this. */
  async close(): Promise<void> {
    await this.#written.catch(() => undefined)
    giveBackBlock(this.#block)
    await this.#target.blocks.close()
  }
}
