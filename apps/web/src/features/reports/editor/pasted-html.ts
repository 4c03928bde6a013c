/** Elements whose content is not text of the author, or which could load something. */
const removed =
  'script, style, template, noscript, iframe, object, embed, img, picture, svg, math, video, audio, link, meta, input, select, textarea, button'

const blocks = 'p, div, ul, ol, li, h1, h2, h3, h4, h5, h6, table, tbody, tr, br'

/** The cells of a row become one line, and a bar separates them, so that "12" and "5" stay apart. */
function joinCells(row: Element) {
  const line = row.ownerDocument.createElement('p')
  const cells = [...row.querySelectorAll('td, th')].filter((cell) => cell.closest('tr') === row)
  for (const [index, cell] of cells.entries()) {
    for (const block of cell.querySelectorAll(blocks)) block.replaceWith(' ', ...block.childNodes)
    line.append(...(index === 0 ? [] : [' | ']), ...cell.childNodes)
  }
  row.replaceWith(line)
}

/** Pasted HTML without anything that runs or loads, and with one line for each row of a table. */
export function cleanPastedHtml(html: string): string {
  // A document of this parser runs no handlers and loads no images.
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll(removed)) element.remove()
  for (const element of body.querySelectorAll('*'))
    for (const { name } of element.attributes)
      // ProseMirror marks its own copies with it.
      if (name !== 'data-pm-slice') element.removeAttribute(name)
  for (const row of [...body.querySelectorAll('tr')].toReversed()) joinCells(row)
  for (const table of body.querySelectorAll('table, tbody, thead, tfoot, caption, colgroup'))
    table.replaceWith(...table.childNodes)
  return body.innerHTML
}
