import styles from './print-sheet.module.css'

export interface SheetCell {
  readonly snapshot: Blob
  readonly caption: string
}

export interface Sheet {
  /** The patient's line first. */
  readonly heading: readonly string[]
  readonly rows: number
  readonly columns: number
  /** Row by row; undefined for a cell without an image. */
  readonly cells: readonly (SheetCell | undefined)[]
}

const createElement = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string | undefined,
  ...inside: readonly (Node | string)[]
) => {
  const element = document.createElement(name)
  if (className !== undefined) element.className = className
  element.append(...inside)
  return element
}

async function createFigure(cell: SheetCell | undefined): Promise<HTMLElement> {
  if (!cell) return createElement('div', styles.cell)
  const { snapshot, caption } = cell
  const image = createElement('img', undefined)
  image.alt = caption
  image.src = URL.createObjectURL(snapshot)
  // A sheet that is printed before its images are decoded is blank.
  await image.decode()
  return createElement(
    'figure',
    styles.cell,
    image,
    createElement('figcaption', undefined, caption),
  )
}

/** Prints the images of the grid on one page; the screen does not change. */
export async function printSheet({ heading, rows, columns, cells }: Sheet): Promise<void> {
  const figures = await Promise.all(cells.map(createFigure))
  const grid = createElement('div', styles.grid, ...figures)
  grid.style.gridTemplate = `repeat(${rows}, minmax(0, 1fr)) / repeat(${columns}, minmax(0, 1fr))`
  const [patient = '', ...others] = heading
  const head = createElement(
    'header',
    styles.head,
    createElement('strong', undefined, patient),
    createElement('span', undefined, others.filter(Boolean).join(' · ')),
  )
  const sheet = createElement('section', styles.sheet, head, grid)
  document.body.append(sheet)
  document.documentElement.dataset['printing'] = 'sheet'
  try {
    // Blocks until printing has finished in most browsers; `tidy` handles the others.
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
