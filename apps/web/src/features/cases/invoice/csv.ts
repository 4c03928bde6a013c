import type { Language } from '@talus/contract'

/** Spreadsheets execute cells that begin like this; a patient called `=HYPERLINK(…)` stays text. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u

/** A spreadsheet in French reads a decimal comma, and therefore separates fields by semicolons. */
const separators = { en: ',', fr: ';' } as const satisfies Record<Language, string>

function formatCell(value: string | number, language: Language): string {
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  const isQuoted = /["\r\n]/u.test(text) || text.includes(separators[language])
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats lines by RFC 4180. Without the byte order mark Excel reads UTF-8 in another code page. */
export const formatCsv = (
  lines: readonly (readonly (string | number)[])[],
  language: Language,
): string =>
  `\uFEFF${lines
    .map(
      (line) => `${line.map((cell) => formatCell(cell, language)).join(separators[language])}\r\n`,
    )
    .join('')}`
