import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Large enough to compress well, small enough to take less than a millisecond. */
const blockBytes = 64 * 1024

/**
 * Collects bytes that can only be sent at the end of a zip and grow with every image: its directory
 * and manifest. Compressed in memory, because a download may have 200,000 images.
 */
export class CompressedBuffer {
  readonly #blocks: Uint8Array[] = []
  #open: Uint8Array[] = []
  #openBytes = 0
  #byteLength = 0

  get byteLength(): number {
    return this.#byteLength
  }

  append(bytes: Uint8Array): void {
    this.#open.push(bytes)
    this.#openBytes += bytes.byteLength
    this.#byteLength += bytes.byteLength
    if (this.#openBytes < blockBytes) return
    const compressed = deflateRawSync(Buffer.concat(this.#open), { level: 1 })
    // Copied into memory of its own: a small Buffer would keep alive the whole slab that it is part
    // of.
    this.#blocks.push(new Uint8Array(compressed))
    this.#open = []
    this.#openBytes = 0
  }

  async *read(): AsyncGenerator<Buffer> {
    for (const block of this.#blocks) yield inflateRawSync(block)
    if (this.#openBytes > 0) yield Buffer.concat(this.#open)
  }
}
