import { isNumericVr, readNumbers, readTags, splitText } from '../read/values.ts'

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/iu
const integer = /^[+-]?\d+$/u

/** PS3.18 F.2.3: a valid number becomes a JSON number, anything else stays a string. */
function formatNumber(text: string, pattern: RegExp): string {
  const number = pattern.test(text) ? Number(text) : NaN
  const isExact = pattern === decimal || Number.isSafeInteger(number)
  return Number.isFinite(number) && isExact ? String(number) : JSON.stringify(text)
}

const nameGroups = ['Alphabetic', 'Ideographic', 'Phonetic'] as const

/** Writes the component groups of a person name; each group may be missing. */
function formatPersonName(text: string): string {
  // Empty components at the end may be omitted (PS3.5 6.2.1.1), and some devices never do.
  const groups = text
    .split('=')
    .slice(0, nameGroups.length)
    .map((group) => group.replace(/[\^ ]+$/u, ''))
  const written = groups.flatMap((group, index) =>
    group === '' ? [] : [`"${nameGroups[index] ?? ''}":${JSON.stringify(group)}`],
  )
  return written.length === 0 ? 'null' : `{${written.join(',')}}`
}

function formatTextValue(value: string, vr: string): string {
  if (value === '') return 'null'
  if (vr === 'PN') return formatPersonName(value)
  if (vr === 'DS') return formatNumber(value, decimal)
  return vr === 'IS' ? formatNumber(value, integer) : JSON.stringify(value)
}

/**
 * JSON cannot represent NaN and infinity, and many readers round 64-bit integers: strings instead.
 */
function formatBinaryNumber(value: number | bigint): string {
  if (typeof value === 'bigint') {
    return Number.isSafeInteger(Number(value)) ? String(value) : `"${value}"`
  }
  if (Number.isFinite(value)) return String(value)
  return Number.isNaN(value) ? '"NaN"' : value > 0 ? '"inf"' : '"-inf"'
}

/** The values of an element that is neither binary nor a sequence, separated by commas. */
export function formatJsonValues(
  bytes: Uint8Array,
  vr: string,
  isLittleEndian: boolean,
  decode: () => string,
): string {
  if (isNumericVr(vr)) {
    return readNumbers(bytes, vr, isLittleEndian).map(formatBinaryNumber).join(',')
  }
  if (vr === 'AT') {
    return readTags(bytes, isLittleEndian)
      .map((tag) => `"${tag.toUpperCase()}"`)
      .join(',')
  }
  const values = splitText(decode(), vr)
  const written = values.map((value) => formatTextValue(value, vr))
  // An element of blanks only counts as empty.
  return written.every((value) => value === 'null') ? '' : written.join(',')
}
