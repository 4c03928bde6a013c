import { folded } from '@talus/contract'

const between = /[,;]/u

/** One text in the log; several people on the screen. */
export const holdersOf = (text: string): readonly string[] =>
  text
    .split(between)
    .map((name) => name.trim())
    .filter(Boolean)

export const holdersText = (names: readonly string[]): string => names.join(', ')

const isSame = (one: string, other: string) => folded(one) === folded(other)

export const holds = (names: readonly string[], name: string) =>
  names.some((other) => isSame(other, name))

/** What was typed may be several; each person holds once. */
export function withHolders(names: readonly string[], typed: string): readonly string[] {
  const next = [...names]
  for (const name of holdersOf(typed)) if (!holds(next, name)) next.push(name)
  return next
}

export const withoutHolder = (names: readonly string[], name: string): readonly string[] =>
  names.filter((other) => !isSame(other, name))

/** Those who hold now, then those to choose from, each once. */
export const namesToShow = (names: readonly string[], known: readonly string[]) => [
  ...names,
  ...known.filter((name) => !holds(names, name)),
]
