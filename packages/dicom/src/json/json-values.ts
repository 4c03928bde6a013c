import { isNumberKind, numbersIn, tagsIn, textsIn } from '../read/values.ts'

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu
const integer = /^[+-]?\d+$/u

/** PS3.18 F.2.3: a number where it is one. What is none stands as it was written. */
function numberText(text: string, pattern: RegExp): string {
  const number = pattern.test(text) ? Number(text) : NaN
  const isExact = pattern === decimal || Number.isSafeInteger(number)
  return Number.isFinite(number) && isExact ? String(number) : JSON.stringify(text)
}

const nameGroups = ['Alphabetic', 'Ideographic', 'Phonetic'] as const

/** The ways in which a name is written, of which each may be missing. */
function nameText(text: string): string {
  // Parts of a name that are empty at its end may be left out (PS3.5 6.2.1.1), and some machines never do.
  const groups = text
    .split('=')
    .slice(0, nameGroups.length)
    .map((group) => group.replace(/[\^ ]+$/u, ''))
  const written = groups.flatMap((group, index) =>
    group === '' ? [] : [`"${nameGroups[index] ?? ''}":${JSON.stringify(group)}`],
  )
  return written.length === 0 ? 'null' : `{${written.join(',')}}`
}

function oneText(value: string, vr: string): string {
  if (value === '') return 'null'
  if (vr === 'PN') return nameText(value)
  if (vr === 'DS') return numberText(value, decimal)
  return vr === 'IS' ? numberText(value, integer) : JSON.stringify(value)
}

/** JSON has no words for what is no number, and none for integers of 64 bits that all readers keep. */
function binaryNumberText(value: number | bigint): string {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? String(value) : `"${value}"`
  }
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? '"NaN"' : value > 0 ? '"inf"' : '"-inf"'
}

/** The values of an element that is neither binary nor a sequence, with commas between them. */
export function valueText(
  bytes: Uint8Array,
  vr: string,
  isLittleEndian: boolean,
  decode: () => string,
): string {
  if (isNumberKind(vr)) return numbersIn(bytes, vr, isLittleEndian).map(binaryNumberText).join(',')
  if (vr === 'AT') {
    return tagsIn(bytes, isLittleEndian)
      .map((tag) => `"${tag.toUpperCase()}"`)
      .join(',')
  }
  const values = textsIn(decode(), vr)
  const written = values.map((value) => oneText(value, vr))
  // A value of nothing but blanks is none.
  return written.every((value) => value === 'null') ? '' : written.join(',')
}
