import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Large enough to shrink well, small enough to hold up nobody: under a millisecond. */
const blockBytes = 64 * 1024

/**
 * Bytes that can only be sent at the very end and grow with every image until then: the directory
 * of a zip, its list of images. Kept small meanwhile, because a download may have 200,000 images.
 */
export class SqueezedBytes {
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
    const squeezed = deflateRawSync(Buffer.concat(this.#open), { level: 1 })
    // Copied to a place of its own: a small Buffer would keep the whole pool that it was cut from.
    this.#blocks.push(new Uint8Array(squeezed))
    this.#open = []
    this.#openBytes = 0
  }

  async *read(): AsyncGenerator<Buffer> {
    for (const block of this.#blocks) yield inflateRawSync(block)
    if (this.#openBytes > 0) yield Buffer.concat(this.#open)
  }
}
