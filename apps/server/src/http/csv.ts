/** A cell that a spreadsheet would run as a formula is written as text. */
const defused = (text: string) => (/^[=+\-@\t\r]/u.test(text) ? `'${text}` : text)

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
