import { isNumericVr, readNumbers, readTags, splitText } from '../read/values.ts'

/** Bytes per number of a hexadecimal dump: 00\01 or 0001\0002. */
const hexSizes: Readonly<Record<string, number>> = { OB: 1, UN: 1, OW: 2 }
const elementVrs: Readonly<Record<string, string>> = { OF: 'FL', OD: 'FD', OL: 'UL', OV: 'UV' }

const digitsOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function formatHex(bytes: Uint8Array, size: number, isLittleEndian: boolean): string {
  const parts: string[] = []
  const [first, step] = isLittleEndian ? [size - 1, -1] : [0, 1]
  for (let at = 0; at + size <= bytes.length; at += size) {
    let text = ''
    for (let byte = first; byte >= 0 && byte < size; byte += step)
      text += digitsOf[bytes[at + byte] ?? 0]
    parts.push(text)
  }
  return parts.join('\\')
}

/** Nine digits distinguish every 32-bit float from its neighbours; further digits are noise. */
const formatNumber = (value: number | bigint, vr: string) =>
  String(vr === 'FL' && typeof value === 'number' ? Number(value.toPrecision(9)) : value)

const formatTagDigits = (digits: string) => `(${digits.slice(0, 4)},${digits.slice(4)})`

const truncate = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, longest).replace(/\\$/u, '')}...` : text

/** Formats a value in one line; reads only as many bytes as fit. */
export function formatValue(
  bytes: Uint8Array,
  vr: string,
  isLittleEndian: boolean,
  longest: number,
  decode: (part: Uint8Array) => string,
): string {
  const size = hexSizes[vr]
  // A character takes at most four bytes, and a number of eight bytes has at least one digit.
  const part = bytes.subarray(0, 8 * Math.ceil(longest / 2) + 8)
  const isCut = part.length < bytes.length
  const numericVr = elementVrs[vr] ?? vr
  const text =
    size === undefined
      ? isNumericVr(numericVr)
        ? readNumbers(part, numericVr, isLittleEndian)
            .map((value) => formatNumber(value, numericVr))
            .join('\\')
        : vr === 'AT'
          ? readTags(part, isLittleEndian).map(formatTagDigits).join('\\')
          : splitText(decode(part), vr).join('\\')
      : formatHex(
          part.subarray(0, size * Math.ceil(longest / (2 * size + 1) + 1)),
          size,
          isLittleEndian,
        )
  return truncate(isCut && text.length <= longest ? text.padEnd(longest + 1) : text, longest)
}
