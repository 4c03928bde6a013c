import type { FontFace } from '../fonts/index.ts'
import type { Rectangle } from '../layout/index.ts'
import type { EmbeddedFont } from './embedded-font.ts'
import { formatNumber, toLatin1Bytes, toTextString } from './pdf-syntax.ts'
import type { PageMarks, StructureElement, StructureType } from './structure.ts'

/** A colour as three numbers from 0 to 1. */
export type Colour = readonly [number, number, number]

export interface PictureObject {
  readonly id: number
  readonly name: string
}

export interface DrawnText {
  readonly text: string
  readonly face: FontFace
  readonly size: number
  readonly x: number
  readonly baseline: number
  readonly colour: Colour
}

/** Positions and sizes are px from the top left corner. */
export interface PdfPage {
  readonly id: number
  readonly index: number
  readonly mediaBox: string
  readonly marks: PageMarks
  readonly pictures: ReadonlySet<PictureObject>
  /** The height above the bottom of the page, in points. */
  readonly toY: (top: number) => number
  /** The rectangle as left, bottom, right, top in points. */
  readonly toBox: (rectangle: Rectangle) => string
  /** Content that `draw` draws belongs to the element. */
  readonly mark: (element: StructureElement, draw: () => void) => void
  /** Content that is decoration or repeated on each page; readers skip it. */
  readonly markArtifact: (kind: 'Layout' | 'Footer', draw: () => void) => void
  readonly drawText: (text: DrawnText) => void
  readonly drawRule: (
    from: readonly [number, number],
    to: readonly [number, number],
    width: number,
    colour: Colour,
  ) => void
  readonly fillRectangle: (rectangle: Rectangle, radius: number, colour: Colour) => void
  readonly drawPicture: (jpeg: Uint8Array, rectangle: Rectangle) => void
  readonly getContent: () => Uint8Array
}

interface PageOptions {
  readonly id: number
  readonly index: number
  readonly width: number
  readonly height: number
  readonly getFont: (face: FontFace) => EmbeddedFont
  readonly addElement: (
    type: StructureType,
    parent: StructureElement,
    attributes: string,
  ) => StructureElement
  readonly addPicture: (jpeg: Uint8Array) => PictureObject
}

/** Points in a px of 1/96 inch. */
const pointsPerPixel = 0.75

/** The control points of a quarter of a circle, as a part of its radius. */
const arc = 0.5523

export function createPdfPage(options: PageOptions): PdfPage {
  const { id, index, width, height, getFont, addElement, addPicture } = options
  const content: string[] = []
  const marks: PageMarks = []
  const pictures = new Set<PictureObject>()
  /** The element of the mark that is open, or artifact. */
  let current: StructureElement | 'artifact' | undefined
  const toX = (x: number) => x * pointsPerPixel
  const toY = (top: number) => (height - top) * pointsPerPixel
  const point = (x: number, y: number) => `${formatNumber(toX(x))} ${formatNumber(toY(y))}`
  const colourOf = (colour: Colour) => colour.map(formatNumber).join(' ')

  const draw = (operators: string) => {
    // PDF/UA: content is either of an element or an artifact.
    if (!current) throw new Error('Content must be drawn inside a mark')
    content.push(operators)
  }
  const openMark = (element: StructureElement, entries = '') => {
    const mark = marks.push(element) - 1
    element.children.push({ page: id, mark })
    content.push(`/${element.type}<</MCID ${String(mark)}${entries}>> BDC`)
  }
  const runMarked = (owner: StructureElement | 'artifact', run: () => void) => {
    if (current) throw new Error('Marks must not be nested')
    current = owner
    run()
    current = undefined
    content.push('EMC')
  }
  /**
   * Draws characters that the font lacks in an element of their own, which says what they are. Marks
   * inside marks would do, but poppler then loses the rest of the outer one.
   */
  const drawReplaced = (actualText: string, operators: string) => {
    const owner = current
    if (!owner || owner === 'artifact') {
      draw(operators)
      return
    }
    const entry = `/ActualText${toTextString(actualText)}`
    content.push('EMC')
    openMark(addElement('Span', owner, entry), entry)
    draw(operators)
    content.push('EMC')
    openMark(owner)
  }

  return {
    id,
    index,
    mediaBox: `${formatNumber(toX(width))} ${formatNumber(toY(0))}`,
    marks,
    pictures,
    toY,
    toBox: ({ x, top, width: w, height: h }) => `${point(x, top + h)} ${point(x + w, top)}`,
    mark: (element, run) => {
      openMark(element)
      runMarked(element, run)
    },
    markArtifact: (kind, run) => {
      const entry = kind === 'Footer' ? '/Type/Pagination/Subtype/Footer' : '/Type/Layout'
      content.push(`/Artifact<<${entry}>> BDC`)
      runMarked('artifact', run)
    },
    drawText: ({ text, face, size, x, baseline, colour }) => {
      const font = getFont(face)
      const setup = `BT ${colourOf(colour)} rg /${font.resourceName} ${formatNumber(size * pointsPerPixel)} Tf`
      let left = x
      for (const { codes, actualText, advance } of font.encode(text)) {
        const operators = `${setup} 1 0 0 1 ${point(left, baseline)} Tm <${codes}> Tj ET`
        if (actualText === undefined) draw(operators)
        else drawReplaced(actualText, operators)
        left += advance * size
      }
    },
    drawRule: (from, to, lineWidth, colour) => {
      draw(
        `${colourOf(colour)} RG ${formatNumber(lineWidth * pointsPerPixel)} w ${point(...from)} m ${point(...to)} l S`,
      )
    },
    fillRectangle: ({ x, top, width: w, height: h }, radius, colour) => {
      const [right, bottom, near] = [x + w, top + h, radius * (1 - arc)]
      draw(
        [
          `${colourOf(colour)} rg ${point(x + radius, top)} m ${point(right - radius, top)} l`,
          `${point(right - near, top)} ${point(right, top + near)} ${point(right, top + radius)} c`,
          `${point(right, bottom - radius)} l`,
          `${point(right, bottom - near)} ${point(right - near, bottom)} ${point(right - radius, bottom)} c`,
          `${point(x + radius, bottom)} l`,
          `${point(x + near, bottom)} ${point(x, bottom - near)} ${point(x, bottom - radius)} c`,
          `${point(x, top + radius)} l`,
          `${point(x, top + near)} ${point(x + near, top)} ${point(x + radius, top)} c f`,
        ].join(' '),
      )
    },
    drawPicture: (jpeg, { x, top, width: w, height: h }) => {
      const picture = addPicture(jpeg)
      pictures.add(picture)
      const size = `${formatNumber(toX(w))} 0 0 ${formatNumber(h * pointsPerPixel)}`
      draw(`q ${size} ${point(x, top + h)} cm /${picture.name} Do Q`)
    },
    getContent: () => toLatin1Bytes(content.join('\n')),
  }
}
