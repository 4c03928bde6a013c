import styles from './print-sheet.module.css'

export interface SheetCell {
  readonly snapshot: Blob
  readonly caption: string
  /** Size on the paper; undefined fits the image into its cell. */
  readonly millimetres?: { readonly width: number; readonly height: number } | undefined
  /** Lines below the caption, and the name of the scale bar of an image in true size. */
  readonly notes?: readonly string[] | undefined
  readonly scaleBar?: string | undefined
}

/** Length of the scale bar: it fits on any paper and can be checked with a ruler. */
export const scaleBarMillimetres = 50

/** The space for images on A4 and on Letter paper, in portrait format. */
const paper = { width: 190, height: 225 } as const

export const fitsOnPaper = ({ width, height }: { width: number; height: number }): boolean =>
  (width <= paper.width && height <= paper.height) ||
  (height <= paper.width && width <= paper.height)

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
  const { snapshot, caption, millimetres, notes = [], scaleBar } = cell
  const image = createElement('img', undefined)
  image.alt = caption
  image.src = URL.createObjectURL(snapshot)
  // A sheet that is printed before its images are decoded is blank.
  await image.decode()
  if (millimetres) {
    image.className = styles.trueSize ?? ''
    image.style.width = `${millimetres.width.toFixed(2)}mm`
    image.style.height = `${millimetres.height.toFixed(2)}mm`
  }
  const bar = createElement('div', styles.bar, scaleBar ?? '')
  bar.style.width = `${scaleBarMillimetres}mm`
  return createElement(
    'figure',
    styles.cell,
    millimetres ? createElement('div', styles.window, image) : image,
    ...(scaleBar === undefined ? [] : [bar]),
    createElement('figcaption', undefined, caption),
    ...notes.map((note) => createElement('p', styles.note, note)),
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
