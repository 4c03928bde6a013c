import { deflateRawSync } from 'node:zlib'

/**
 * The value of an element to write. Numbers are words, arrays of elements are the items of a
 * sequence.
 */
export type Value = string | readonly number[] | Uint8Array | readonly (readonly NewElement[])[]
export type NewElement = readonly [tag: number, vr: string, value: Value]

export interface Layout {
  readonly isExplicit: boolean
  readonly isLittleEndian: boolean
}

export const syntaxes = {
  implicit: '1.2.840.10008.1.2',
  explicit: '1.2.840.10008.1.2.1',
  deflated: '1.2.840.10008.1.2.1.99',
  bigEndian: '1.2.840.10008.1.2.2',
  rle: '1.2.840.10008.1.2.5',
  jpegBaseline: '1.2.840.10008.1.2.4.50',
  jpegLossless: '1.2.840.10008.1.2.4.70',
} as const

const longForm = ['OB', 'OW', 'SQ', 'UN', 'UT']
const littleExplicit: Layout = { isExplicit: true, isLittleEndian: true }

const getLayout = (syntax: string): Layout => ({
  isExplicit: syntax !== syntaxes.implicit,
  isLittleEndian: syntax !== syntaxes.bigEndian,
})

const uint16 = (value: number, { isLittleEndian }: Layout) => {
  const bytes = Buffer.alloc(2)
  new DataView(bytes.buffer, bytes.byteOffset, 2).setUint16(0, value & 0xff_ff, isLittleEndian)
  return bytes
}

const uint32 = (value: number, { isLittleEndian }: Layout) => {
  const bytes = Buffer.alloc(4)
  new DataView(bytes.buffer, bytes.byteOffset, 4).setUint32(0, value, isLittleEndian)
  return bytes
}

const tagBytes = (tag: number, layout: Layout) =>
  Buffer.concat([uint16(tag >>> 16, layout), uint16(tag & 0xff_ff, layout)])

export const encodeItem = (contents: Uint8Array, layout = littleExplicit) =>
  Buffer.concat([tagBytes(0xff_fe_e0_00, layout), uint32(contents.length, layout), contents])

const isWords = (value: Value): value is readonly number[] =>
  Array.isArray(value) && typeof value[0] === 'number'

function valueBytes(vr: string, value: Value, layout: Layout): Uint8Array {
  if (typeof value === 'string') {
    const text = Buffer.from(value, 'latin1')
    return text.length % 2 === 0
      ? text
      : Buffer.concat([text, Buffer.from(vr === 'UI' ? '\0' : ' ')])
  }
  if (value instanceof Uint8Array) return value
  if (isWords(value)) return Buffer.concat(value.map((word) => uint16(word, layout)))
  return Buffer.concat(value.map((item) => encodeItem(encodeElements(item, layout), layout)))
}

export function encodeElements(elements: readonly NewElement[], layout = littleExplicit): Buffer {
  return Buffer.concat(
    elements.flatMap(([tag, vr, value]) => {
      const bytes = valueBytes(vr, value, layout)
      const head = tagBytes(tag, layout)
      if (!layout.isExplicit) return [head, uint32(bytes.length, layout), bytes]
      const name = Buffer.from(vr)
      return longForm.includes(vr)
        ? [head, name, Buffer.alloc(2), uint32(bytes.length, layout), bytes]
        : [head, name, uint16(bytes.length, layout), bytes]
    }),
  )
}

/** A whole file: preamble, file meta information and data set. */
export function createFile(syntax: string, dataSet: Uint8Array): Uint8Array<ArrayBuffer> {
  const meta = encodeElements([
    [0x00_02_00_01, 'OB', Uint8Array.of(0, 1)],
    [0x00_02_00_02, 'UI', '1.2.840.10008.5.1.4.1.1.7'],
    [0x00_02_00_03, 'UI', '2.25.1'],
    [0x00_02_00_10, 'UI', syntax],
    [0x00_02_00_12, 'UI', '2.25.2'],
  ])
  const length = encodeElements([[0x00_02_00_00, 'UL', uint32(meta.length, littleExplicit)]])
  const body = syntax === syntaxes.deflated ? deflateRawSync(dataSet) : dataSet
  return new Uint8Array(Buffer.concat([Buffer.alloc(128), Buffer.from('DICM'), length, meta, body]))
}

export const createDicomFile = (
  elements: readonly NewElement[],
  syntax: string = syntaxes.explicit,
) => createFile(syntax, encodeElements(elements, getLayout(syntax)))

/** Encapsulated pixel data with an empty basic offset table. */
export const encapsulate = (fragments: readonly Uint8Array[]) =>
  Buffer.concat([
    tagBytes(0x7f_e0_00_10, littleExplicit),
    Buffer.from('OB\0\0'),
    uint32(0xff_ff_ff_ff, littleExplicit),
    ...[new Uint8Array(), ...fragments].map((fragment) => encodeItem(fragment)),
    tagBytes(0xff_fe_e0_dd, littleExplicit),
    uint32(0, littleExplicit),
  ])

export interface ImageOptions {
  readonly columns: number
  readonly rows: number
  readonly photometric?: string
  readonly samples?: number
  readonly bitsAllocated?: number
  readonly bitsStored?: number
  readonly highBit?: number
  readonly isSigned?: boolean
  readonly frames?: number
  readonly more?: readonly NewElement[]
}

/** The elements of an image in tag order, without its pixel data. */
export function createImageElements(options: ImageOptions): readonly NewElement[] {
  const { columns, rows, photometric = 'MONOCHROME2', samples = 1, bitsAllocated = 16 } = options
  const { bitsStored = bitsAllocated, isSigned = false, frames = 1, more = [] } = options
  const elements: NewElement[] = [
    [0x00_08_00_16, 'UI', '1.2.840.10008.5.1.4.1.1.7'],
    [0x00_08_00_18, 'UI', '2.25.1'],
    [0x00_08_00_60, 'CS', 'DX'],
    [0x00_10_00_10, 'PN', 'Rex^Owner'],
    [0x00_20_00_0d, 'UI', '2.25.3'],
    [0x00_20_00_0e, 'UI', '2.25.4'],
    [0x00_28_00_02, 'US', [samples]],
    [0x00_28_00_04, 'CS', photometric],
    [0x00_28_00_08, 'IS', String(frames)],
    [0x00_28_00_10, 'US', [rows]],
    [0x00_28_00_11, 'US', [columns]],
    [0x00_28_01_00, 'US', [bitsAllocated]],
    [0x00_28_01_01, 'US', [bitsStored]],
    [0x00_28_01_02, 'US', [options.highBit ?? bitsStored - 1]],
    [0x00_28_01_03, 'US', [isSigned ? 1 : 0]],
    ...more,
  ]
  return elements.toSorted(([one], [other]) => one - other)
}

/** An image file; the pixels are 16-bit words, or bytes. */
export const createImageFile = (
  options: ImageOptions,
  pixels: readonly number[] | Uint8Array,
  syntax: string = syntaxes.explicit,
) => createDicomFile([...createImageElements(options), [0x7f_e0_00_10, 'OW', pixels]], syntax)
