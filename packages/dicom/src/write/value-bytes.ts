import { isAttributes, createAttributeError, toValues } from './attributes.ts'
import type { AttributeValue } from './attributes.ts'
import { formatDecimal } from './decimal.ts'
import { cleanText, isFreeText, isSingleText } from './text.ts'

/** How free text is written: transliterated to the character set, then truncated, then encoded. */
export interface TextWriter {
  readonly spell: (text: string) => string
  readonly encode: (text: string) => Uint8Array
}

const encoder = new TextEncoder()
export const encodeUtf8 = (text: string) => encoder.encode(text)
export const utf8Writer: TextWriter = { spell: (text) => text, encode: encodeUtf8 }

interface BinaryFormat {
  readonly size: number
  readonly least: number
  readonly most: number
  readonly set: (view: DataView, at: number, value: number) => void
}

const createIntegerFormat = (
  size: 2 | 4,
  isSigned: boolean,
  set: BinaryFormat['set'],
): BinaryFormat => ({
  size,
  least: isSigned ? -(2 ** (8 * size - 1)) : 0,
  most: 2 ** (8 * size - (isSigned ? 1 : 0)) - 1,
  set,
})
const createFloatFormat = (size: number, set: BinaryFormat['set']): BinaryFormat => ({
  size,
  least: -Infinity,
  most: Infinity,
  set,
})
const wordFormat = createIntegerFormat(2, false, (view, at, value) =>
  view.setUint16(at, value, true),
)

const binaryFormats: Readonly<Record<string, BinaryFormat>> = {
  US: wordFormat,
  OW: wordFormat,
  SS: createIntegerFormat(2, true, (view, at, value) => view.setInt16(at, value, true)),
  UL: createIntegerFormat(4, false, (view, at, value) => view.setUint32(at, value, true)),
  SL: createIntegerFormat(4, true, (view, at, value) => view.setInt32(at, value, true)),
  FL: createFloatFormat(4, (view, at, value) => view.setFloat32(at, value, true)),
  FD: createFloatFormat(8, (view, at, value) => view.setFloat64(at, value, true)),
  AT: createIntegerFormat(4, false, (view, at, value) => {
    view.setUint16(at, value >>> 16, true)
    view.setUint16(at + 2, value & 0xff_ff, true)
  }),
}

function padToEven(bytes: Uint8Array, pad: number): Uint8Array {
  if (bytes.length % 2 === 0) return bytes
  const even = new Uint8Array(bytes.length + 1)
  even.set(bytes)
  even[bytes.length] = pad
  return even
}

function writeBinary(
  keyword: string,
  { size, least, most, set }: BinaryFormat,
  values: readonly unknown[],
): Uint8Array {
  const bytes = new Uint8Array(size * values.length)
  const view = new DataView(bytes.buffer)
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'number' || Number.isNaN(value))
      throw createAttributeError(keyword, 'not a number')
    const isFitting =
      value >= least && value <= most && (least === -Infinity || Number.isInteger(value))
    if (!isFitting) throw createAttributeError(keyword, 'a number that does not fit')
    set(view, size * index, value)
  }
  return bytes
}

function formatText(keyword: string, vr: string, value: unknown, { spell }: TextWriter): string {
  if (typeof value === 'string') return cleanText(vr, isFreeText(vr) ? spell(value) : value)
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw createAttributeError(keyword, `no value of ${vr}`)
  if (vr === 'DS') return formatDecimal(value)
  if (vr === 'IS' && !Number.isInteger(value))
    throw createAttributeError(keyword, 'not a whole number')
  return cleanText(vr, String(value))
}

/** Encodes a value, padded to an even length. */
export function writeValue(
  keyword: string,
  vr: string,
  value: AttributeValue,
  writer: TextWriter,
): Uint8Array {
  const values = toValues(value)
  if (values instanceof Uint8Array) {
    if (!/^(?:O.|UN)$/u.test(vr)) throw createAttributeError(keyword, `bytes for ${vr}`)
    return padToEven(values, 0)
  }
  if (values.some(isAttributes)) throw createAttributeError(keyword, `items for ${vr}`)
  const format = binaryFormats[vr]
  if (format) return writeBinary(keyword, format, values)
  if (/^(?:O.|UN|SV|UV)$/u.test(vr) && values.length > 0)
    throw createAttributeError(keyword, 'not bytes')
  if (isSingleText(vr) && values.length > 1)
    throw createAttributeError(keyword, 'more than one text')
  try {
    const text = values.map((one) => formatText(keyword, vr, one, writer)).join('\\')
    return padToEven(
      isFreeText(vr) ? writer.encode(text) : encodeUtf8(text),
      vr === 'UI' ? 0 : 0x20,
    )
  } catch (error) {
    if (error instanceof RangeError) throw createAttributeError(keyword, error.message)
    throw error
  }
}
