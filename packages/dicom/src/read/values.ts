type Read = (view: DataView, at: number, isLittleEndian: boolean) => number | bigint

const numberKinds: Readonly<Record<string, readonly [size: number, read: Read]>> = {
  US: [2, (view, at, isLittle) => view.getUint16(at, isLittle)],
  SS: [2, (view, at, isLittle) => view.getInt16(at, isLittle)],
  UL: [4, (view, at, isLittle) => view.getUint32(at, isLittle)],
  SL: [4, (view, at, isLittle) => view.getInt32(at, isLittle)],
  FL: [4, (view, at, isLittle) => view.getFloat32(at, isLittle)],
  FD: [8, (view, at, isLittle) => view.getFloat64(at, isLittle)],
  UV: [8, (view, at, isLittle) => view.getBigUint64(at, isLittle)],
  SV: [8, (view, at, isLittle) => view.getBigInt64(at, isLittle)],
}

export const isNumberKind = (vr: string) => Object.hasOwn(numberKinds, vr)

/** The values of an element of binary numbers; of a last one that is cut short, nothing. */
export function numbersIn(
  bytes: Uint8Array,
  vr: string,
  isLittleEndian: boolean,
): (number | bigint)[] {
  const [size, read] = numberKinds[vr] ?? []
  if (size === undefined || read === undefined) return []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const values: (number | bigint)[] = []
  for (let at = 0; at + size <= bytes.length; at += size) {
    values.push(read(view, at, isLittleEndian))
  }
  return values
}

/** Tags as values, each as eight digits. */
export function tagsIn(bytes: Uint8Array, isLittleEndian: boolean): string[] {
  const halves = numbersIn(bytes, 'US', isLittleEndian)
  const digits = halves.map((half) => half.toString(16).padStart(4, '0'))
  return Array.from(
    { length: digits.length >> 1 },
    (_, index) => `${digits[2 * index]}${digits[2 * index + 1]}`,
  )
}

const binaryKinds = new Set(['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'UN'])

export const isBinaryKind = (vr: string) => binaryKinds.has(vr)

/** Texts of one value, in which a backslash is a backslash and blanks at the beginning mean something. */
const wholeTexts = new Set(['LT', 'ST', 'UR', 'UT'])
const blank = 0x20

/** Zeros are padding of UIDs only, and found behind every kind of text. */
function trimmed(text: string, keepsStart: boolean): string {
  let start = 0
  let end = text.length
  while (end > 0 && (text.charCodeAt(end - 1) === blank || text.charCodeAt(end - 1) === 0)) end--
  while (!keepsStart && start < end && text.charCodeAt(start) === blank) start++
  return text.slice(start, end)
}

/** The values of an element of text without what only fills it up. */
export function textsIn(text: string, vr: string): string[] {
  if (wholeTexts.has(vr)) return [trimmed(text, true)]
  return text.split('\\').map((value) => trimmed(value, vr === 'UC'))
}
