import { foldText } from '@talus/contract'

/**
 * A search term: it matches in one of several alternatives, each of which is a list of prefixes
 * that must all match.
 */
export type SearchTerm = readonly (readonly string[])[]

/** A pasted page must not become a thousand conditions. */
const termsMax = 12

const digitsOnly = /^[\d().+/-]*\d[\d().+/-]*$/u
const splitParts = (piece: string) => piece.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/**
 * Parses the text of a search field. "o’brien" is matched as a whole or by its parts, because the
 * record may contain another apostrophe; "(514) 555" also as the prefix of a phone number.
 */
export function parseSearchTerms(text: string): readonly SearchTerm[] {
  const pieces = foldText(text).split(' ').filter(Boolean).slice(0, termsMax)
  const terms: SearchTerm[] = []
  for (let at = 0; at < pieces.length;) {
    const run: string[] = []
    while (digitsOnly.test(pieces[at + run.length] ?? '')) run.push(pieces[at + run.length] ?? '')
    const piece = pieces[at] ?? ''
    terms.push(run.length > 0 ? toNumberTerm(run) : toTerm([piece], splitParts(piece)))
    at += Math.max(1, run.length)
  }
  return removeDuplicates(terms).toSorted((one, other) => getLength(other) - getLength(one))
}

function toNumberTerm(run: readonly string[]): SearchTerm {
  const parts = run.flatMap(splitParts)
  const digits = parts.join('')
  const hasCountry = digits.length > 1 && (parts[0] === '1' || run[0]?.startsWith('+1') === true)
  const isLong = digits.length > 10 && digits.startsWith('1')
  return toTerm(run, [digits], hasCountry || isLong ? [digits.slice(1)] : [])
}

const toTerm = (...alternatives: readonly (readonly string[])[]): SearchTerm =>
  removeDuplicates(
    alternatives
      .filter((prefixes) => prefixes.length > 0)
      .map((prefixes) => [...new Set(prefixes)]),
  )

function removeDuplicates<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/** Longer terms come first, because they exclude more records. */
const getLength = (term: SearchTerm) =>
  Math.min(...term.map((prefixes) => Math.max(...prefixes.map((word) => word.length))))
