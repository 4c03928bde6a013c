/** A patient called `=HYPERLINK(…)` must stay a name: spreadsheets run cells that begin like this. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/u
export const defused = (text: string) => (formula.test(text) ? `'${text}` : text)

function cell(value: string | number | null): string {
  if (value === null) return ''
  const text = typeof value === 'number' ? String(value) : defused(value)
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180. */
export const csvLine = (cells: readonly (string | number | null)[]) =>
  `${cells.map(cell).join(',')}\r\n`

/** Without it Excel reads UTF-8 as the code page of the machine. */
export const byteOrderMark = '\uFEFF'
