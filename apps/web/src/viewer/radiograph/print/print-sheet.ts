import styles from './print-sheet.module.css'

export interface SheetCell {
  readonly snapshot: Blob
  readonly caption: string
  /** Size on the paper; undefined fits the image into its cell. */
  readonly millimetres?: Millimetres | undefined
  /** Printed in bold above the other notes. */
  readonly warning?: string | undefined
  /** Lines below the caption, and the name of the scale bar of an image in true size. */
  readonly notes?: readonly string[] | undefined
  readonly scaleBar?: string | undefined
}

/** Length of the scale bar: it fits on any paper and can be checked with a ruler. */
export const scaleBarMillimetres = 50

interface Millimetres {
  readonly width: number
  readonly height: number
}

export interface Paper {
  readonly orientation: 'portrait' | 'landscape'
  /** Width and height for the image. */
  readonly space: Millimetres
  readonly isCut: boolean
}

/**
 * The space for an image inside of margins of 10 mm, on A4 and on Letter paper alike: the smaller
 * width and height of both, without the lines above and below the image.
 */
const spaces = {
  portrait: { width: 190, height: 215 },
  landscape: { width: 259, height: 152 },
} as const

/** Portrait paper if the image fits on it, or else landscape; a larger image is cut. */
export function choosePaper({ width, height }: Millimetres): Paper {
  const fits = (space: Millimetres) => width <= space.width && height <= space.height
  const fitting = (['portrait', 'landscape'] as const).find((one) => fits(spaces[one]))
  const orientation = fitting ?? (width > height ? 'landscape' : 'portrait')
  return { orientation, space: spaces[orientation], isCut: fitting === undefined }
}

export interface Sheet {
  /** The patient's line first. */
  readonly heading: readonly string[]
  readonly rows: number
  readonly columns: number
  /** Row by row; undefined for a cell without an image. */
  readonly cells: readonly (SheetCell | undefined)[]
  /** Undefined: the user chooses in the dialog of the browser. */
  readonly orientation?: Paper['orientation'] | undefined
}

/** Sets the paper until it is released; a style sheet in the page would need an exception in the CSP. */
function setOrientation(orientation: Paper['orientation']) {
  const rules = new CSSStyleSheet()
  rules.replaceSync(`@page { size: ${orientation}; margin: 10mm }`)
  document.adoptedStyleSheets.push(rules)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== rules)
  }
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
  const { snapshot, caption, millimetres, warning, notes = [], scaleBar } = cell
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
    ...(warning === undefined ? [] : [createElement('p', styles.warning, warning)]),
    ...notes.map((note) => createElement('p', styles.note, note)),
  )
}

/** Prints the images of the grid on one page; the screen does not change. */
export async function printSheet(wanted: Sheet): Promise<void> {
  const { heading, rows, columns, cells, orientation } = wanted
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
  const release = orientation && setOrientation(orientation)
  document.documentElement.dataset['printing'] = 'sheet'
  try {
    // Blocks until printing has finished in most browsers; `tidy` handles the others.
    window.print()
  } finally {
    const tidy = () => {
      for (const image of sheet.querySelectorAll('img')) URL.revokeObjectURL(image.src)
      sheet.remove()
      release?.()
      delete document.documentElement.dataset['printing']
    }
    // Safari on iPad returns at once and reads the page later.
    if (matchMedia('print').matches) addEventListener('afterprint', tidy, { once: true })
    else setTimeout(tidy, 1000)
  }
}
