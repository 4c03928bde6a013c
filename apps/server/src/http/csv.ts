/**
 * Spreadsheets execute cells that begin like this; a patient called `=HYPERLINK(…)` must stay text.
 */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u
export const escapeFormula = (text: string) => (formula.test(text) ? `'${text}` : text)

function formatCell(value: string | number | null): string {
  if (value === null) return ''
  const text = typeof value === 'number' ? String(value) : escapeFormula(value)
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Formats a line by RFC 4180. */
export const formatCsvLine = (cells: readonly (string | number | null)[]) =>
  `${cells.map(formatCell).join(',')}\r\n`

/** Without it Excel reads UTF-8 in the computer's code page. */
export const byteOrderMark = '\uFEFF'
