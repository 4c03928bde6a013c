import { folded } from '@talus/contract'

/**
 * Something that was typed and must be found: in one of several ways, each of which is a list of
 * beginnings that all have to match.
 */
export type Needle = readonly (readonly string[])[]

/** Nobody types more words than this; a pasted page must not become a thousand conditions. */
const needlesMax = 12

const digitsAlone = /^[\d().+/-]*\d[\d().+/-]*$/u
const partsOf = (piece: string) => piece.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/**
 * Every word that was typed. "o’brien" is found as it stands or by its parts, because nobody knows
 * which apostrophe was typed the first time; "(514) 555" also as the beginning of a number.
 */
export function needlesTyped(text: string): readonly Needle[] {
  const pieces = folded(text).split(' ').filter(Boolean).slice(0, needlesMax)
  const needles: Needle[] = []
  for (let at = 0; at < pieces.length;) {
    const run: string[] = []
    while (digitsAlone.test(pieces[at + run.length] ?? '')) run.push(pieces[at + run.length] ?? '')
    const piece = pieces[at] ?? ''
    needles.push(run.length > 0 ? numberNeedle(run) : waysOf([piece], partsOf(piece)))
    at += Math.max(1, run.length)
  }
  return unique(needles).toSorted((one, other) => lengthOf(other) - lengthOf(one))
}

function numberNeedle(run: readonly string[]): Needle {
  const parts = run.flatMap(partsOf)
  const digits = parts.join('')
  const hasCountry = digits.length > 1 && (parts[0] === '1' || run[0]?.startsWith('+1') === true)
  const isLong = digits.length > 10 && digits.startsWith('1')
  return waysOf(run, [digits], hasCountry || isLong ? [digits.slice(1)] : [])
}

const waysOf = (...ways: readonly (readonly string[])[]): Needle =>
  unique(ways.filter((way) => way.length > 0).map((way) => [...new Set(way)]))

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** The longest rules out the most. */
const lengthOf = (needle: Needle) =>
  Math.min(...needle.map((way) => Math.max(...way.map((word) => word.length))))
