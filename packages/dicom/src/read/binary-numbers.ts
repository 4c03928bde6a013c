import type { DataSet } from './data-set.ts'

/** An unsigned number of 32 bits; some writers use 16. */
export function readLong(item: DataSet, tag: number): number | undefined {
  const bytes = item.bytes(tag)
  if (!bytes || bytes.length < 4) return item.word(tag)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.getUint32(0, item.encoding.isLittleEndian)
}

/** `numbers` cannot know the type of a value of an implicit file. */
export function readDouble(item: DataSet, tag: number): number | undefined {
  const bytes = item.bytes(tag)
  if (bytes?.length !== 8) return item.number(tag)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return view.getFloat64(0, item.encoding.isLittleEndian)
}
