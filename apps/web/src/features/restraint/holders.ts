import { foldText } from '@talus/contract'

const separator = /[,;]/u

/** Splits the text of the X-ray log into the names of the holders. */
export const parseHolders = (text: string): readonly string[] =>
  text
    .split(separator)
    .map((name) => name.trim())
    .filter(Boolean)

export const formatHolders = (names: readonly string[]): string => names.join(', ')

const isSameName = (one: string, other: string) => foldText(one) === foldText(other)

export const isHolder = (names: readonly string[], name: string) =>
  names.some((other) => isSameName(other, name))

/** Adds the typed names, of which there may be several; each name is listed once. */
export function addHolders(names: readonly string[], typed: string): readonly string[] {
  const next = [...names]
  for (const name of parseHolders(typed)) if (!isHolder(next, name)) next.push(name)
  return next
}

export const removeHolder = (names: readonly string[], name: string): readonly string[] =>
  names.filter((other) => !isSameName(other, name))

/** Lists the current holders, then the other known names, each once. */
export const listNames = (names: readonly string[], known: readonly string[]) => [
  ...names,
  ...known.filter((name) => !isHolder(names, name)),
]
