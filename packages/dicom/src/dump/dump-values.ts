import { isNumberKind, numbersIn, tagsIn, textsIn } from '../read/values.ts'

/** The bytes of one number as it is shown: 00\01 or 0001\0002. */
const hexSizes: Readonly<Record<string, number>> = { OB: 1, UN: 1, OW: 2 }
const numberKinds: Readonly<Record<string, string>> = { OF: 'FL', OD: 'FD', OL: 'UL', OV: 'UV' }

const digitsOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function hexText(bytes: Uint8Array, size: number, isLittleEndian: boolean): string {
  const parts: string[] = []
  const [first, step] = isLittleEndian ? [size - 1, -1] : [0, 1]
  for (let at = 0; at + size <= bytes.length; at += size) {
    let text = ''
    for (let place = first; place >= 0 && place < size; place += step)
      text += digitsOf[bytes[at + place] ?? 0]
    parts.push(text)
  }
  return parts.join('\\')
}

/** Nine digits tell every number of 32 bits from its neighbours; more of them are made up. */
const numberText = (value: number | bigint, vr: string) =>
  String(vr === 'FL' && typeof value === 'number' ? Number(value.toPrecision(9)) : value)

const tagText = (digits: string) => `(${digits.slice(0, 4)},${digits.slice(4)})`

const cut = (text: string, longest: number) =>
  text.length > longest ? `${text.slice(0, longest).replace(/\\$/u, '')}...` : text

/** A value in a line; only as many bytes are looked at as can be shown. */
export function shownValue(
  bytes: Uint8Array,
  vr: string,
  isLittleEndian: boolean,
  longest: number,
  decode: (part: Uint8Array) => string,
): string {
  const size = hexSizes[vr]
  // A character comes from four bytes at most, and a number of eight bytes has one digit at least.
  const part = bytes.subarray(0, 8 * Math.ceil(longest / 2) + 8)
  const isCut = part.length < bytes.length
  const number = numberKinds[vr] ?? vr
  const text =
    size === undefined
      ? isNumberKind(number)
        ? numbersIn(part, number, isLittleEndian)
            .map((value) => numberText(value, number))
            .join('\\')
        : vr === 'AT'
          ? tagsIn(part, isLittleEndian).map(tagText).join('\\')
          : textsIn(decode(part), vr).join('\\')
      : hexText(
          part.subarray(0, size * Math.ceil(longest / (2 * size + 1) + 1)),
          size,
          isLittleEndian,
        )
  return cut(isCut && text.length <= longest ? text.padEnd(longest + 1) : text, longest)
}
