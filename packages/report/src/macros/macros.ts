/** A text that a typed shortcut stands for. A personal one comes before one of the clinic. */
export interface Macro {
  /** Letters and digits without the dot, e.g. "norm". */
  readonly shortcut: string
  /** In the notation of templates. */
  readonly text: string
  readonly isPersonal: boolean
}

export const macroShortcutPattern = /^[\p{L}\p{N}]{2,20}$/u

/** A dot that begins a word, and the letters behind it up to the caret. */
const typedShortcut = /(?:^|[\s(«“"\u00a0\u202f])\.([\p{L}\p{N}]{1,20})$/u

const fold = (shortcut: string) => shortcut.normalize('NFC').toLowerCase()

const byPrecedence = (a: Macro, b: Macro) =>
  Number(b.isPersonal) - Number(a.isPersonal) || (a.shortcut < b.shortcut ? -1 : 1)

export interface MacroMatch {
  readonly macro: Macro
  /** The offset of the dot in the text; the shortcut ends at the end of the text. */
  readonly start: number
}

/** The shortcut that the text before the caret ends with, without its dot. */
export function findTypedShortcut(before: string): { shortcut: string; start: number } | undefined {
  const shortcut = typedShortcut.exec(before)?.[1]
  if (shortcut === undefined) return undefined
  return { shortcut, start: before.length - shortcut.length - 1 }
}

/**
 * The macro that a space or Enter inserts at the caret. Undefined if the letters are no shortcut:
 * then the text stays as it was typed.
 */
export function resolveMacro(before: string, macros: readonly Macro[]): MacroMatch | undefined {
  const typed = findTypedShortcut(before)
  if (!typed) return undefined
  const macro = macros
    .filter(({ shortcut }) => fold(shortcut) === fold(typed.shortcut))
    .toSorted(byPrecedence)[0]
  return macro && { macro, start: typed.start }
}

/** The macros whose shortcut begins with the typed letters, for the preview below the caret. */
export function suggestMacros(before: string, macros: readonly Macro[], count = 6): Macro[] {
  const typed = findTypedShortcut(before)
  if (!typed) return []
  const matching = macros
    .filter(({ shortcut }) => fold(shortcut).startsWith(fold(typed.shortcut)))
    .toSorted(byPrecedence)
  const isFirst = (macro: Macro, index: number) =>
    matching.findIndex((other) => fold(other.shortcut) === fold(macro.shortcut)) === index
  return matching.filter(isFirst).slice(0, count)
}
