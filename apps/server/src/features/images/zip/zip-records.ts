/**
 * The records of a zip file (APPNOTE 6.3). Entries are stored without compression and their length
 * follows them (flag bit 3), names are UTF-8 (bit 11), so that every local header begins with the
 * same ten bytes: 50 4b 03 04 14 00 08 08 00 00. The browser counts entries by them.
 */
export interface WrittenEntry {
  readonly name: Uint8Array
  readonly modifiedOn: Date
  /** The offset of its local header. */
  readonly offset: number
  readonly crc: number
  readonly byteLength: number
}

export interface Directory {
  readonly entries: number
  readonly offset: number
  readonly byteLength: number
}

/** The limit of a 32-bit field; the highest value refers to the 64-bit field. */
const max32 = 0xff_ff_ff_ff
const max16 = 0xff_ff
/** A longer entry would have to be declared as such before its length is known. */
export const entryBytesMax = max32 - 1

const flags = 0x08_08
const stored = 0
const plainVersion = 20
const zip64Version = 45
/** Unix, so that readers understand the permissions below: a file that all users may read. */
const madeBy = (3 << 8) | zip64Version
const attributes = 0o100_644 * 0x1_00_00

class Fields {
  readonly #bytes: Buffer
  #offset = 0

  constructor(length: number) {
    this.#bytes = Buffer.allocUnsafe(length)
  }

  u16(...values: readonly number[]): this {
    for (const value of values) this.#offset = this.#bytes.writeUInt16LE(value, this.#offset)
    return this
  }

  u32(...values: readonly number[]): this {
    for (const value of values) this.#offset = this.#bytes.writeUInt32LE(value, this.#offset)
    return this
  }

  u64(...values: readonly number[]): this {
    for (const value of values)
      this.#offset = this.#bytes.writeBigUInt64LE(BigInt(value), this.#offset)
    return this
  }

  done(): Buffer {
    if (this.#offset !== this.#bytes.length) throw new RangeError('a zip record of another length')
    return this.#bytes
  }
}

/** Local time of this computer, to two seconds, from 1980 to 2107, as the format requires. */
function toDosTime(date: Date): readonly [time: number, day: number] {
  const year = Math.min(Math.max(date.getFullYear(), 1980), 2107)
  return [
    (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1),
    ((year - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate(),
  ]
}

/** The time in UTC: Info-ZIP reads it from the local header, other programs from the directory. */
function createUtcField(date: Date): Buffer {
  const seconds = Math.min(Math.max(Math.floor(date.getTime() / 1000), 0), 0x7f_ff_ff_ff)
  const hasModified = 1
  const head = new Fields(4).u16(0x54_55, 5).done()
  return Buffer.concat([head, Buffer.of(hasModified), new Fields(4).u32(seconds).done()])
}

export function createLocalHeader({ name, modifiedOn }: Pick<WrittenEntry, 'name' | 'modifiedOn'>) {
  const extra = createUtcField(modifiedOn)
  const fields = new Fields(30)
    .u32(0x04_03_4b_50)
    .u16(plainVersion, flags, stored, ...toDosTime(modifiedOn))
    .u32(0, 0, 0)
    .u16(name.byteLength, extra.byteLength)
  return Buffer.concat([fields.done(), name, extra])
}

export const createDataDescriptor = ({
  crc,
  byteLength,
}: Pick<WrittenEntry, 'crc' | 'byteLength'>) =>
  new Fields(16).u32(0x08_07_4b_50, crc, byteLength, byteLength).done()

export function createDirectoryRecord({ name, modifiedOn, offset, crc, byteLength }: WrittenEntry) {
  const isZip64 = offset >= max32
  const extra = [createUtcField(modifiedOn)]
  if (isZip64) extra.push(new Fields(12).u16(1, 8).u64(offset).done())
  const fields = new Fields(46)
    .u32(0x02_01_4b_50)
    .u16(madeBy, isZip64 ? zip64Version : plainVersion, flags, stored, ...toDosTime(modifiedOn))
    .u32(crc, byteLength, byteLength)
    .u16(name.byteLength, Buffer.concat(extra).byteLength, 0, 0, 0)
    .u32(attributes, isZip64 ? max32 : offset)
  return Buffer.concat([fields.done(), name, ...extra])
}

export function createDirectoryEnd({ entries, offset, byteLength }: Directory) {
  const isZip32 = entries < max16 && offset < max32 && byteLength < max32
  const end = new Fields(22)
    .u32(0x06_05_4b_50)
    .u16(0, 0, Math.min(entries, max16), Math.min(entries, max16))
    .u32(Math.min(byteLength, max32), Math.min(offset, max32))
    .u16(0)
    .done()
  if (isZip32) return end
  const zip64End = new Fields(56)
    .u32(0x06_06_4b_50)
    .u64(44)
    .u16(madeBy, zip64Version)
    .u32(0, 0)
    .u64(entries, entries, byteLength, offset)
  const locator = new Fields(20)
    .u32(0x07_06_4b_50, 0)
    .u64(offset + byteLength)
    .u32(1)
  return Buffer.concat([zip64End.done(), locator.done(), end])
}
