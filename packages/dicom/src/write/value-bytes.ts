import { isAttributes, mistake, valuesOf } from './attributes.ts'
import type { AttributeValue } from './attributes.ts'
import { decimalString } from './decimal.ts'
import { cleanText, isFreeText, isOneText } from './text.ts'

/** How people's text is written: first spelled with the letters there are, then cut, then encoded. */
export interface TextWriter {
  readonly spell: (text: string) => string
  readonly encode: (text: string) => Uint8Array
}

const encoder = new TextEncoder()
export const utf8 = (text: string) => encoder.encode(text)
export const unicodeWriter: TextWriter = { spell: (text) => text, encode: utf8 }

interface Binary {
  readonly size: number
  readonly least: number
  readonly most: number
  readonly set: (view: DataView, at: number, value: number) => void
}

const whole = (size: 2 | 4, isSigned: boolean, set: Binary['set']): Binary => ({
  size,
  least: isSigned ? -(2 ** (8 * size - 1)) : 0,
  most: 2 ** (8 * size - (isSigned ? 1 : 0)) - 1,
  set,
})
const floating = (size: number, set: Binary['set']): Binary => ({
  size,
  least: -Infinity,
  most: Infinity,
  set,
})
const words = whole(2, false, (view, at, value) => view.setUint16(at, value, true))

const binaries: Readonly<Record<string, Binary>> = {
  US: words,
  OW: words,
  SS: whole(2, true, (view, at, value) => view.setInt16(at, value, true)),
  UL: whole(4, false, (view, at, value) => view.setUint32(at, value, true)),
  SL: whole(4, true, (view, at, value) => view.setInt32(at, value, true)),
  FL: floating(4, (view, at, value) => view.setFloat32(at, value, true)),
  FD: floating(8, (view, at, value) => view.setFloat64(at, value, true)),
  AT: whole(4, false, (view, at, value) => {
    view.setUint16(at, value >>> 16, true)
    view.setUint16(at + 2, value & 0xff_ff, true)
  }),
}

function padded(bytes: Uint8Array, pad: number): Uint8Array {
  if (bytes.length % 2 === 0) return bytes
  const even = new Uint8Array(bytes.length + 1)
  even.set(bytes)
  even[bytes.length] = pad
  return even
}

function binaryBytes(
  keyword: string,
  { size, least, most, set }: Binary,
  values: readonly unknown[],
): Uint8Array {
  const bytes = new Uint8Array(size * values.length)
  const view = new DataView(bytes.buffer)
  for (const [index, value] of values.entries()) {
    if (typeof value !== 'number' || Number.isNaN(value)) throw mistake(keyword, 'not a number')
    const isFitting =
      value >= least && value <= most && (least === -Infinity || Number.isInteger(value))
    if (!isFitting) throw mistake(keyword, 'a number that does not fit')
    set(view, size * index, value)
  }
  return bytes
}

function textOf(keyword: string, vr: string, value: unknown, { spell }: TextWriter): string {
  if (typeof value === 'string') return cleanText(vr, isFreeText(vr) ? spell(value) : value)
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw mistake(keyword, `no value of ${vr}`)
  if (vr === 'DS') return decimalString(value)
  if (vr === 'IS' && !Number.isInteger(value)) throw mistake(keyword, 'not a whole number')
  return cleanText(vr, String(value))
}

/** The bytes of a value, an even number of them. */
export function valueBytes(
  keyword: string,
  vr: string,
  value: AttributeValue,
  writer: TextWriter,
): Uint8Array {
  const values = valuesOf(value)
  if (values instanceof Uint8Array) {
    if (!/^(?:O.|UN)$/u.test(vr)) throw mistake(keyword, `bytes for ${vr}`)
    return padded(values, 0)
  }
  if (values.some(isAttributes)) throw mistake(keyword, `items for ${vr}`)
  const binary = binaries[vr]
  if (binary) return binaryBytes(keyword, binary, values)
  if (/^(?:O.|UN|SV|UV)$/u.test(vr) && values.length > 0) throw mistake(keyword, 'not bytes')
  if (isOneText(vr) && values.length > 1) throw mistake(keyword, 'more than one text')
  try {
    const text = values.map((one) => textOf(keyword, vr, one, writer)).join('\\')
    return padded(isFreeText(vr) ? writer.encode(text) : utf8(text), vr === 'UI' ? 0 : 0x20)
  } catch (error) {
    if (error instanceof RangeError) throw mistake(keyword, error.message)
    throw error
  }
}
