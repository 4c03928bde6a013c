import { DicomFault } from '../fault.ts'

export const createJpegFault = (detail: string) =>
  new DicomFault('damaged-picture', `JPEG: ${detail}`)

/** Indexed by the next 16 bits: the length of the code at their start, and its symbol. */
export type HuffmanTable = Uint16Array

/**
 * Builds the table from the number of codes of each length (1 to 16) and the symbols in their
 * order.
 */
export function createHuffmanTable(counts: Uint8Array, symbols: Uint8Array): HuffmanTable {
  const table = new Uint16Array(65_536)
  let code = 0
  let index = 0
  for (let length = 1; length <= 16; length++) {
    for (let count = counts[length - 1] ?? 0; count > 0; count--) {
      const first = code << (16 - length)
      const last = (code + 1) << (16 - length)
      if (last > 65_536) throw createJpegFault('a Huffman table with too many codes')
      table.fill((length << 8) | (symbols[index++] ?? 0), first, last)
      code++
    }
    code <<= 1
  }
  return table
}

/**
 * Reads the bits of a scan. After the last byte it supplies zeros, because codes are looked up 16
 * bits at a time; consuming one of them means that the image is truncated. /
 */
export class BitReader {
  readonly #bytes: Uint8Array
  #at: number
  #bits = 0
  #count = 0
  #missing = 0

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  #fill(): void {
    while (this.#count <= 24) {
      const byte = this.#bytes[this.#at]
      const isMarker = byte === 0xff && this.#bytes[this.#at + 1] !== 0
      if (byte === undefined || isMarker) {
        this.#missing += 8
        this.#bits <<= 8
      } else {
        this.#at += byte === 0xff ? 2 : 1
        this.#bits = (this.#bits << 8) | byte
      }
      this.#count += 8
    }
  }

  #consume(count: number): void {
    this.#count -= count
    if (this.#count < this.#missing) throw createJpegFault('the picture is cut short')
  }

  readSymbol(table: HuffmanTable): number {
    if (this.#count < 16) this.#fill()
    const entry = table[(this.#bits >>> (this.#count - 16)) & 0xff_ff] ?? 0
    if (entry === 0) throw createJpegFault('an unknown code')
    this.#consume(entry >> 8)
    return entry & 0xff
  }

  /** Reads a number of `size` bits, at most 16. */
  readUnsigned(size: number): number {
    if (size === 0) return 0
    if (this.#count < 16) this.#fill()
    const value = (this.#bits >>> (this.#count - size)) & ((1 << size) - 1)
    this.#consume(size)
    return value
  }

  /** Reads a number of `size` bits whose first bit is its sign (ITU-T T.81 F.2.2.1, EXTEND). */
  readSigned(size: number): number {
    if (size === 0) return 0
    const value = this.readUnsigned(size)
    return value < 1 << (size - 1) ? value - (1 << size) + 1 : value
  }

  /** Skips the restart marker, which must follow here. */
  restart(): void {
    this.#bits = 0
    this.#count = 0
    this.#missing = 0
    const marker = this.#bytes[this.#at + 1] ?? 0
    if (this.#bytes[this.#at] !== 0xff || marker < 0xd0 || marker > 0xd7) {
      throw createJpegFault('a restart is missing')
    }
    this.#at += 2
  }

  /** The current position; after a scan, at a marker or at the end. */
  get at(): number {
    return this.#at
  }
}
