import { foldText } from '@talus/contract'

const wordMax = 60
const textMax = 480

/**
 * The words by which an event is found: those between spaces, and the parts of a word with
 * punctuation, such as `create` of `doctor.create`. Parts of numbers and addresses are not useful.
 */
export function toSearchWords(...texts: readonly string[]): string {
  const whole = texts.flatMap((text) => foldText(text).split(' '))
  const parts = whole.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u))
  const words = new Set(
    [...whole, ...parts.filter((part) => /\p{L}/u.test(part))]
      .map((word) => word.slice(0, wordMax))
      .filter(Boolean),
  )
  let length = 0
  return [...words].filter((word) => (length += word.length + 1) <= textMax).join(' ')
}

/** The words of a search; an event has to have a word that begins with each of them. */
export const splitSearch = (search: string): readonly string[] =>
  foldText(search)
    .split(' ')
    .map((word) => word.slice(0, wordMax))
    .filter(Boolean)
