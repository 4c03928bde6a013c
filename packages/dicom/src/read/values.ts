type Read = (view: DataView, at: number, isLittleEndian: boolean) => number | bigint

const numericVrs: Readonly<Record<string, readonly [size: number, read: Read]>> = {
  US: [2, (view, at, isLittle) => view.getUint16(at, isLittle)],
  SS: [2, (view, at, isLittle) => view.getInt16(at, isLittle)],
  UL: [4, (view, at, isLittle) => view.getUint32(at, isLittle)],
  SL: [4, (view, at, isLittle) => view.getInt32(at, isLittle)],
  FL: [4, (view, at, isLittle) => view.getFloat32(at, isLittle)],
  FD: [8, (view, at, isLittle) => view.getFloat64(at, isLittle)],
  UV: [8, (view, at, isLittle) => view.getBigUint64(at, isLittle)],
  SV: [8, (view, at, isLittle) => view.getBigInt64(at, isLittle)],
}

export const isNumericVr = (vr: string) => Object.hasOwn(numericVrs, vr)

/** Reads the values of an element of binary numbers; an incomplete last value is dropped. */
export function readNumbers(
  bytes: Uint8Array,
  vr: string,
  isLittleEndian: boolean,
): (number | bigint)[] {
  const [size, read] = numericVrs[vr] ?? []
  if (size === undefined || read === undefined) return []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values: (number | bigint)[] = []
  for (let at = 0; at + size <= bytes.length; at += size) {
    values.push(read(view, at, isLittleEndian))
  }
  return values
}

/** Reads the values of an AT element, each as eight hexadecimal digits. */
export function readTags(bytes: Uint8Array, isLittleEndian: boolean): string[] {
  const halves = readNumbers(bytes, 'US', isLittleEndian)
  const digits = halves.map((half) => half.toString(16).padStart(4, '0'))
  return Array.from(
    { length: digits.length >> 1 },
    (_, index) => `${digits[2 * index]}${digits[2 * index + 1]}`,
  )
}

const binaryVrs = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'UN'])

export const isBinaryVr = (vr: string) => binaryVrs.has(vr)

/** VRs of a single text value, in which backslashes and leading blanks are part of the text. */
const singleTextVrs = new Set(['LT', 'ST', 'UR', 'UT'])
const blank = 0x20

/** By the standard only UIDs are padded with zeros; real files pad every kind of text with them. */
function trimPadding(text: string, keepsStart: boolean): string {
  let start = 0
  let end = text.length
  while (end > 0 && (text.charCodeAt(end - 1) === blank || text.charCodeAt(end - 1) === 0)) end--
  while (!keepsStart && start < end && text.charCodeAt(start) === blank) start++
  return text.slice(start, end)
}

/** Splits the text of an element into its values, without padding. */
export function splitText(text: string, vr: string): string[] {
  if (singleTextVrs.has(vr)) return [trimPadding(text, true)]
  return text.split('\\').map((value) => trimPadding(value, vr === 'UC'))
}
