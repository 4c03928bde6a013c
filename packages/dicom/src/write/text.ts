import { decimalString } from './decimal.ts'

/** In characters, not bytes (PS3.5 6.2). What people wrote is cut to this. */
const longest: Readonly<Record<string, number>> = {
  AE: 16,
  CS: 16,
  SH: 16,
  LO: 64,
  ST: 1024,
  LT: 10_240,
}
/** Cut short, these would be another identifier or another day; ranges of queries are twice as long. */
const exact: Readonly<Record<string, number>> = {
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
/** DICOM's line ends are two characters; form feeds and others that end a line count as one. */
const lineEnd = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/gu

/** Ends between two code points, so that no half of one is ever written. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text
  const points = Array.from(text)
  return points.length <= length ? text : points.slice(0, length).join('').trimEnd()
}

const oneLine = (text: string) =>
  text.replaceAll(lineEnd, ' ').replaceAll(control, ' ').replaceAll('\\', '/').trim()

const manyLines = (text: string) =>
  text
    .split(lineEnd)
    .map((line) => line.replaceAll(control, ' '))
    .join('\r\n')
    .trimEnd()

const pointsIn = (text: string) => Array.from(text).length

/** The longest part gives way first: a long owner must not take the animal's name away. */
function fitted(parts: readonly string[]): readonly string[] {
  const lengths = parts.map(pointsIn)
  const room = nameGroupLength - (parts.length - 1)
  let over = lengths.reduce((sum, length) => sum + length, 0) - room
  while (over > 0) {
    const most = Math.max(...lengths)
    const widest = lengths.indexOf(most)
    const second = Math.max(0, ...lengths.filter((_, index) => index !== widest))
    const less = Math.min(over, Math.max(1, most - second))
    lengths[widest] = most - less
    over -= less
  }
  return parts.map((part, index) => cut(part, lengths[index] ?? 0))
}

const componentsPerGroup = 5
const groupsPerName = 3

function personName(text: string): string {
  const groups = oneLine(text).split('=').slice(0, groupsPerName)
  return groups
    .map((group) => {
      const parts = group.split('^').map((part) => part.trim())
      return fitted(parts.slice(0, componentsPerGroup)).join('^').replace(/\^+$/u, '')
    })
    .join('=')
    .replace(/=+$/u, '')
}

/**
 * One name of its parts, as people typed them: what separates parts in DICOM is a blank in a part.
 */
export const nameOfParts = (...parts: readonly string[]): string =>
  personName(parts.map((part) => part.replaceAll(/[\^=]/gu, ' ')).join('^'))

/** What DICOM means for programs, not for people: ASCII, and no separators. */
const plain = (text: string) => text.replaceAll(/[^\x20-\x5b\x5d-\x7e]/gu, '').trim()

function decimal(text: string): string {
  return text.length > (exact['DS'] ?? 0) ? decimalString(Number(text)) : text
}

function codeText(vr: string, text: string): string {
  const code = vr === 'CS' ? plain(text).toUpperCase() : plain(text)
  const fitting = vr === 'DS' ? decimal(code) : cut(code, longest[vr] ?? Infinity)
  const most = exact[vr] ?? Infinity
  if (fitting.length > most) throw new RangeError(`longer than ${most} characters`)
  return fitting
}

const freeText = new Set('LO LT PN SH ST UC UT'.split(' '))
const blocks = new Set('LT ST UR UT'.split(' '))

/** Whether the character set of a file says how the bytes of such a value are read. */
export const isFreeText = (vr: string) => freeText.has(vr)

/** Whether a value is one text whatever is in it; in others a backslash separates values. */
export const isOneText = (vr: string) => blocks.has(vr)

/**
 * One value of text as it can be written. Control characters and line ends become blanks where there is
 * one line, backslashes slashes where they would separate values, and halves of code points U+FFFD.
 */
export function cleanText(vr: string, text: string): string {
  if (!isFreeText(vr)) return codeText(vr, text)
  const whole = text.toWellFormed()
  if (vr === 'PN') return personName(whole)
  const clean = isOneText(vr) ? manyLines(whole) : oneLine(whole)
  return cut(clean, longest[vr] ?? Infinity)
}
