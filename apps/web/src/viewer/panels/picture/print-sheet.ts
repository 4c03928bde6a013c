import styles from './print-sheet.module.css'

export interface SheetCell {
  readonly picture: Blob
  readonly caption: string
}

export interface Sheet {
  /** The patient's line first. */
  readonly heading: readonly string[]
  readonly rows: number
  readonly columns: number
  /** Row by row; a cell without an image stays empty. */
  readonly cells: readonly (SheetCell | undefined)[]
}

const made = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string | undefined,
  ...inside: readonly (Node | string)[]
) => {
  const element = document.createElement(name)
  if (className !== undefined) element.className = className
  element.append(...inside)
  return element
}

async function figureOf(cell: SheetCell | undefined): Promise<HTMLElement> {
  if (!cell) return made('div', styles.cell)
  const { picture, caption } = cell
  const image = made('img', undefined)
  image.alt = caption
  image.src = URL.createObjectURL(picture)
  // A sheet that is printed before its pictures are decoded is blank.
  await image.decode()
  return made('figure', styles.cell, image, made('figcaption', undefined, caption))
}

/** Prints the images of the grid on one page. What is on the screen stays as it is. */
export async function printSheet({ heading, rows, columns, cells }: Sheet): Promise<void> {
  const figures = await Promise.all(cells.map(figureOf))
  const grid = made('div', styles.grid, ...figures)
  grid.style.gridTemplate = `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))`
  const [patient = '', ...others] = heading
  const head = made(
    'header',
    styles.head,
    made('strong', undefined, patient),
    made('span', undefined, others.filter(Boolean).join(' · ')),
  )
  const sheet = made('section', styles.sheet, head, grid)
  document.body.append(sheet)
  document.documentElement.dataset['printing'] = 'sheet'
  try {
    // Waits in most browsers; where it does not, the sheet is taken away after the next print.
    window.print()
  } finally {
    const tidy = () => {
      for (const image of sheet.querySelectorAll('img')) URL.revokeObjectURL(image.src)
      sheet.remove()
      delete document.documentElement.dataset['printing']
    }
    // Safari on iPad returns at once and reads the page later.
    if (matchMedia('print').matches) addEventListener('afterprint', tidy, { once: true })
    else setTimeout(tidy, 1000)
  }
}
