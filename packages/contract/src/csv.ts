import type { Language } from './enumerations.ts'

/**
 * Spreadsheets execute cells that begin like this; a patient called `=HYPERLINK(…)` must stay text.
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u
export const escapeFormula = (text: string) => (formula.test(text) ? `'${text}` : text)

/** A spreadsheet in French reads a decimal comma, and therefore separates fields by semicolons. */
const styles = {
  en: { separator: ',', decimal: '.', quoted: /[",\r\n]/u },
  fr: { separator: ';', decimal: ',', quoted: /[";\r\n]/u },
} as const satisfies Record<Language, unknown>

type CsvCell = string | number | null

function formatCell(value: CsvCell, language: Language): string {
  if (value === null) return ''
  const { decimal, quoted } = styles[language]
  const text =
    typeof value === 'number' ? String(value).replace('.', decimal) : escapeFormula(value)
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats a line by RFC 4180, with the separators that the language expects. */
export const formatCsvLine = (cells: readonly CsvCell[], language: Language = 'en') =>
  `${cells.map((cell) => formatCell(cell, language)).join(styles[language].separator)}\r\n`

/** Without it Excel reads UTF-8 in the computer's code page. */
export const byteOrderMark = '\uFEFF'

/** A whole file, for the tables that a page writes itself. */
export const formatCsvFile = (lines: readonly (readonly CsvCell[])[], language: Language) =>
  `${byteOrderMark}${lines.map((line) => formatCsvLine(line, language)).join('')}`
