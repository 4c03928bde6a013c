/** Shells in which a user may run a command. */
type Shell = 'posix' | 'powershell' | 'cmd'

const needsNoQuotes = /^[\w@%+=:,./-]+$/u

/** PowerShell takes the typographic quotes for the plain ones. */
const powershellQuotes = /['\u2018\u2019\u201A\u201B]/gu

/** Writes a text as one argument, in which the shell expands nothing. */
export function quoteArgument(shell: Shell, text: string): string {
  if (shell === 'posix')
    return needsNoQuotes.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
  if (shell === 'powershell') return `'${text.replace(powershellQuotes, '$&$&')}'`
  // A path of Windows has no quote; the prefix of a bucket may have one.
  return `"${text.replaceAll('"', String.raw`\"`)}"`
}

/** Both shells of Windows take these for what they are between double quotes. */
const isPlainOnWindows = (text: string) => /^[^$`"%\u201C-\u201E]*$/u.test(text)

export const isWindowsPath = (path: string) => /^(?:[a-z]:[\\/]|\\\\)/iu.test(path)

export interface ShellCommand {
  /** Undefined if the command is the same in every shell of the computer. */
  readonly shell: Shell | undefined
  readonly command: string
}

/** The command that restores the backups of a place, as the shells of the computer need it. */
export function listRestoreCommands(
  place: string,
  { isWindows, into }: { readonly isWindows: boolean; readonly into?: string },
): readonly ShellCommand[] {
  const format = (shell: Shell) =>
    `npm run restore -- ${quoteArgument(shell, place)}${into === undefined ? '' : ` --into ${into}`}`
  if (!isWindows) return [{ shell: undefined, command: format('posix') }]
  if (isPlainOnWindows(place)) return [{ shell: undefined, command: format('cmd') }]
  return (['powershell', 'cmd'] as const).map((shell) => ({ shell, command: format(shell) }))
}
