const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').trim().toLowerCase()

/** The options that contain the typed text; all of them before anything is typed. */
export const filterOptions = (options: readonly string[], typed: string): readonly string[] =>
  options.filter((option) => fold(option).includes(fold(typed)))

/** The option of that name, or the typed text itself. */
export const resolveTyped = (options: readonly string[], typed: string): string =>
  options.find((option) => fold(option) === fold(typed)) ?? typed.trim()
