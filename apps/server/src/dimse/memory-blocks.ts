/** What goes to the disk in one go. */
export const blockBytes = 1024 * 1024
/** An answer or a question fits in this: thousands of them may wait. */
const smallBytes = 64 * 1024
/** As many as four senders of radiographs use at the same time. */
const keptMax = 16
const kept: Buffer[] = []

/** Memory that is used again, so that a radiograph leaves nothing behind that has to be cleared up. */
const lend = () => kept.pop() ?? Buffer.allocUnsafeSlow(blockBytes)

/** Bytes in a row, up to a megabyte of them. */
export class Block {
  #memory: Buffer = Buffer.alloc(0)
  #length = 0

  get isFull(): boolean {
    return this.#length === blockBytes
  }

  get bytes(): Buffer {
    return this.#memory.subarray(0, this.#length)
  }

  /** Copies as much as there is room for, and says how much that was. */
  add(bytes: Buffer, from: number): number {
    const wanted = Math.min(blockBytes, this.#length + bytes.length - from)
    if (wanted > this.#memory.length) this.#grow(wanted)
    const copied = bytes.copy(this.#memory, this.#length, from)
    this.#length += copied
    return copied
  }

  #grow(wanted: number): void {
    // Doubled, or fragments of one byte would each copy all before them.
    const small = Math.min(smallBytes, Math.max(wanted, 2 * this.#memory.length))
    const larger = wanted > smallBytes ? lend() : Buffer.allocUnsafeSlow(small)
    this.#memory.copy(larger, 0, 0, this.#length)
    this.#memory = larger
  }

  /** Nobody reads its bytes any more. */
  giveBack(): void {
    if (this.#memory.length === blockBytes && kept.length < keptMax) kept.push(this.#memory)
    this.#memory = Buffer.alloc(0)
    this.#length = 0
  }
}
