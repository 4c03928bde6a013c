import { createBufferPool } from '@talus/node-kit/buffer-pool'

/** Size of one write to disk. */
export const blockBytes = 1024 * 1024
/** A query or a response fits into this; thousands of them may be queued. */
const smallBytes = 64 * 1024
const pool = createBufferPool({
  allocate: () => Buffer.allocUnsafeSlow(blockBytes),
  // As many blocks as four concurrent senders of radiographs use.
  pooledMax: 16,
})

/** A growing buffer of at most one megabyte. */
export class Block {
  #memory: Buffer = Buffer.alloc(0)
  #length = 0

  get isFull(): boolean {
    return this.#length === blockBytes
  }

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length)
  }

  /** Copies as many bytes as fit, and returns their number. */
  add(bytes: Buffer, from: number): number {
    const needed = Math.min(blockBytes, this.#length + bytes.length - from)
    if (needed > this.#memory.length) this.#grow(needed)
    const copied = bytes.copy(this.#memory, this.#length, from)
    this.#length += copied
    return copied
  }

  #grow(wanted: number): void {
    // Doubling avoids quadratic copying when fragments of one byte arrive.
    const small = Math.min(smallBytes, Math.max(wanted, 2 * this.#memory.length))
    const larger = wanted > smallBytes ? pool.acquire() : Buffer.allocUnsafeSlow(small)
    this.#memory.copy(larger, 0, 0, this.#length)
    this.#memory = larger
  }

  /** Returns the memory to the pool; `bytes` must not be used afterwards. */
  release(): void {
    if (this.#memory.length === blockBytes) pool.release(this.#memory)
    this.#memory = Buffer.alloc(0)
    this.#length = 0
  }
}
