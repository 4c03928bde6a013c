import { formatDecimal } from './decimal.ts'

/** Maximum length in characters, not bytes (PS3.5 6.2). Longer text is truncated. */
const truncatedLengths: Readonly<Record<string, number>> = {
  AE: 16,
  CS: 16,
  SH: 16,
  LO: 64,
  ST: 1024,
  LT: 10_240,
}
/**
 * Maximum length of values that must not be truncated, because they would become another identifier
 * or date; the ranges of queries are twice as long. /
 */
const exactLengths: Readonly<Record<string, number>> = {
  AS: 4,
  DA: 18,
  DS: 16,
  DT: 54,
  IS: 12,
  TM: 33,
  UI: 64,
}
const nameGroupLength = 64

const control = /\p{Cc}/gu
/** All line ends, including form feeds; they are written as CR LF. */
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu

/** Truncates between two code points, so that no half of a surrogate pair is written. */
export function truncate(text: string, length: number): string {
  if (text.length <= length) return text
  const points = Array.from(text)
  return points.length <= length ? text : points.slice(0, length).join('').trimEnd()
}

const toSingleLine = (text: string) =>
  text.replaceAll(lineEnd, ' ').replaceAll(control, ' ').replaceAll('\\', '/').trim()

const normalizeLines = (text: string) =>
  text
    .split(lineEnd)
    .map((line) => line.replaceAll(control, ' '))
    .join('\r\n')
    .trimEnd()

const countPoints = (text: string) => Array.from(text).length

/**
 * Truncates the longest part first: a long owner name must not displace the name of the patient.
 */
function fitParts(parts: readonly string[]): readonly string[] {
  const lengths = parts.map(countPoints)
  const available = nameGroupLength - (parts.length - 1)
  let over = lengths.reduce((sum, length) => sum + length, 0) - available
  while (over > 0) {
    const most = Math.max(...lengths)
    const widest = lengths.indexOf(most)
    const second = Math.max(0, ...lengths.filter((_, index) => index !== widest))
    const less = Math.min(over, Math.max(1, most - second))
    lengths[widest] = most - less
    over -= less
  }
  return parts.map((part, index) => truncate(part, lengths[index] ?? 0))
}

const componentsPerGroup = 5
const groupsPerName = 3

function cleanPersonName(text: string): string {
  const groups = toSingleLine(text).split('=').slice(0, groupsPerName)
  return groups
    .map((group) => {
      const parts = group.split('^').map((part) => part.trim())
      return fitParts(parts.slice(0, componentsPerGroup)).join('^').replace(/\^+$/u, '')
    })
    .join('=')
    .replace(/=+$/u, '')
}

/**
 * Joins the parts of a name as typed by a user; separators of DICOM inside a part become blanks.
 */
export const createPersonName = (...parts: readonly string[]): string =>
  cleanPersonName(parts.map((part) => part.replaceAll(/[\^=]/gu, ' ')).join('^'))

/** A part of a name, with its ideographic and phonetic writing as `山田=やまだ`. */
export interface GroupedName {
  readonly name: string
  readonly groups?: string | null | undefined
}

const toWritings = ({ name, groups }: GroupedName) => {
  const [ideographic = '', phonetic = ''] = (groups ?? '').split('=')
  // The name of a sender that writes no alphabetic group is the ideographic or the phonetic one.
  const alphabetic = name === ideographic || name === phonetic ? '' : name
  return [alphabetic, ideographic, phonetic] as const
}

/**
 * Joins the parts of a name in each of its writings (PS3.5 6.2.1.2). A part that lacks a writing is
 * written as its name, or the other part would take its place.
 */
export function createGroupedName(...parts: readonly GroupedName[]): string {
  const writings = parts.map(toWritings)
  return [0, 1, 2]
    .map((group) => {
      const isWritten = writings.some((writing) => writing[group] !== '')
      const texts = writings.map((writing, index) => writing[group] || (parts[index]?.name ?? ''))
      return isWritten ? createPersonName(...texts) : ''
    })
    .join('=')
    .replace(/=+$/u, '')
}

/**
 * Removes everything that is not allowed in a code: characters outside of ASCII, and backslashes.
 */
const cleanCode = (text: string) => text.replaceAll(/[^\x20-\x5b\x5d-\x7e]/gu, '').trim()

function shortenDecimal(text: string): string {
  return text.length > (exactLengths['DS'] ?? 0) ? formatDecimal(Number(text)) : text
}

function cleanCodeValue(vr: string, text: string): string {
  const code = vr === 'CS' ? cleanCode(text).toUpperCase() : cleanCode(text)
  const fitting =
    vr === 'DS' ? shortenDecimal(code) : truncate(code, truncatedLengths[vr] ?? Infinity)
  const most = exactLengths[vr] ?? Infinity
  if (fitting.length > most) throw new RangeError(`longer than ${most} characters`)
  return fitting
}

const freeText = new Set('LO LT PN SH ST UC UT'.split(' '))
const blocks = new Set('LT ST UR UT'.split(' '))

/** Whether Specific Character Set applies to values of this VR. */
export const isFreeText = (vr: string) => freeText.has(vr)

/** Whether the VR has a single text value; in others a backslash separates values. */
export const isSingleText = (vr: string) => blocks.has(vr)

/**
 * Cleans one text value for its VR. In single-line VRs, control characters and line ends become
 * blanks; backslashes that would separate values become slashes, and lone surrogates become U+FFFD.
 * /
 */
export function cleanText(vr: string, text: string): string {
  if (!isFreeText(vr)) return cleanCodeValue(vr, text)
  const whole = text.toWellFormed()
  if (vr === 'PN') return cleanPersonName(whole)
  const clean = isSingleText(vr) ? normalizeLines(whole) : toSingleLine(whole)
  return truncate(clean, truncatedLengths[vr] ?? Infinity)
}
