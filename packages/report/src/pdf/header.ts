import { breakLines, letterheadHeight, measureText, patientBlockHeight } from '../layout/index.ts'
import type { Rectangle } from '../layout/index.ts'
import { colours } from './colours.ts'
import { drawTextLine, endWithSpace, fitSize, fitText } from './draw-lines.ts'
import { readJpegHeader } from './jpeg.ts'
import type { PdfPage } from './pdf-page.ts'
import type { PdfWriter } from './pdf-writer.ts'
import { toTextString } from './pdf-syntax.ts'
import type { StructureElement } from './structure.ts'

export interface Letterhead {
  readonly name: string
  /** Address, telephone and so on, at most four lines. */
  readonly lines: readonly string[]
  readonly logo: { readonly jpeg: Uint8Array; readonly alternativeText: string } | null
}

/** A field of the patient block, e.g. "Patient" and "Pépin". */
export interface PrintedField {
  readonly label: string
  readonly value: string
}

const logoWidth = 170
const logoHeight = 54
const contactSize = 11
const contactLineHeight = 15

function drawLogo(
  writer: PdfWriter,
  page: PdfPage,
  parent: StructureElement,
  logo: NonNullable<Letterhead['logo']>,
  area: Rectangle,
): number {
  const { width, height } = readJpegHeader(logo.jpeg)
  const scale = Math.min(logoWidth / width, logoHeight / height)
  const box = {
    x: area.x,
    top: area.top + (letterheadHeight - height * scale) / 2,
    width: width * scale,
    height: height * scale,
  }
  const figure = writer.addElement(
    'Figure',
    parent,
    `/Alt${toTextString(logo.alternativeText)}/A<</O/Layout/Placement/Block/BBox[${page.toBox(box)}]>>`,
  )
  page.mark(figure, () => {
    page.drawPicture(logo.jpeg, box)
  })
  return box.width + 18
}

/** Name and logo on the left, address and telephone on the right, a rule below. */
export function drawLetterhead(
  writer: PdfWriter,
  page: PdfPage,
  parent: StructureElement,
  { name, lines, logo }: Letterhead,
  area: Rectangle,
) {
  const contact = lines.filter((line) => line !== '').slice(0, 4)
  const widest = Math.max(0, ...contact.map((line) => measureText(line, 'regular', contactSize)))
  const contactWidth = Math.min(widest, area.width * 0.42)
  const indent = logo ? drawLogo(writer, page, parent, logo, area) : 0
  const nameWidth = area.width - indent - contactWidth - 28
  const size = fitSize(name, 'bold', nameWidth, 21, 13)
  const middle = area.top + letterheadHeight / 2
  page.mark(writer.addElement('P', parent), () => {
    drawTextLine(page, {
      text: fitText(name, 'bold', size, nameWidth),
      face: 'bold',
      size,
      x: area.x + indent,
      baseline: middle + size * 0.36,
      colour: colours.accent,
    })
  })
  const top = middle - (contact.length * contactLineHeight) / 2
  for (const [index, line] of contact.entries()) {
    const text = fitText(line, 'regular', contactSize, contactWidth)
    page.mark(writer.addElement('P', parent), () => {
      drawTextLine(page, {
        text,
        face: 'regular',
        size: contactSize,
        x: area.x + area.width - measureText(text, 'regular', contactSize),
        baseline: top + index * contactLineHeight + 11.5,
        colour: colours.muted,
      })
    })
  }
  page.markArtifact('Layout', () => {
    const y = area.top + letterheadHeight + 6
    page.drawRule([area.x, y], [area.x + area.width, y], 1.5, colours.accent)
  })
}

const fieldPadding = 14
const fieldGap = 18
const labelSize = 10
const valueSizes = [13, 12, 11, 10, 9] as const

/** Two lines of the largest size that holds the value; the end of a longer one is cut. */
function fitValue(value: string, width: number): { size: number; lines: readonly string[] } {
  for (const size of valueSizes) {
    const lines = breakLines([{ text: value, face: 'bold' }], size, width)
    if (lines.length <= 2)
      return { size, lines: lines.map((line) => value.slice(line.start, line.end)) }
  }
  const size = valueSizes[valueSizes.length - 1] ?? 9
  const [first] = breakLines([{ text: value, face: 'bold' }], size, width)
  const rest = value.slice(first?.end ?? 0)
  return { size, lines: [value.slice(0, first?.end ?? 0), fitText(rest, 'bold', size, width)] }
}

/** A longer word, such as an address, is broken. */
const longestWord = 160
/** A shorter value, such as a number with its unit, is in one line. */
const shortValue = 64

const measureValue = (value: string) => measureText(value, 'bold', valueSizes[0])

/** No narrower than the label, a short value, and the longest word of another value. */
const measureLeast = ({ label, value }: PrintedField) =>
  Math.max(
    measureText(label, 'regular', labelSize),
    Math.min(measureValue(value), shortValue),
    ...value.split(/\s+/u).map((word) => Math.min(measureValue(word), longestWord)),
  )

/** Columns as wide as their text, if there is space for all; else values of two lines. */
function divideWidth(fields: readonly PrintedField[], width: number): number[] {
  const free = width - fieldGap * (fields.length - 1)
  const least = fields.map(measureLeast)
  const more = fields.map(({ value }, index) =>
    Math.max(0, measureValue(value) - (least[index] ?? 0)),
  )
  const [sumOfLeast, sumOfMore] = [sum(least), sum(more)]
  if (sumOfLeast > free) return least.map((one) => (one * free) / sumOfLeast)
  const spare = free - sumOfLeast
  if (sumOfMore <= spare)
    return least.map((one, index) => one + (more[index] ?? 0) + (spare - sumOfMore) / least.length)
  return least.map((one, index) => one + (spare * (more[index] ?? 0)) / sumOfMore)
}

const sum = (values: readonly number[]) => values.reduce((total, one) => total + one, 0)

/** A panel with a label above each value. Readers get it as a list of labels and values. */
export function drawPatientBlock(
  writer: PdfWriter,
  page: PdfPage,
  parent: StructureElement,
  fields: readonly PrintedField[],
  area: Rectangle,
) {
  const panel = { ...area, height: patientBlockHeight }
  page.markArtifact('Layout', () => {
    page.fillRectangle(panel, 5, colours.panel)
  })
  const list = writer.addElement('L', parent)
  const widths = divideWidth(fields, area.width - 2 * fieldPadding)
  const fittedValues = fields.map(({ value }, index) => fitValue(value, widths[index] ?? 0))
  const highest = Math.max(0, ...fittedValues.map(({ size, lines }) => lines.length * (size + 3)))
  const top = panel.top + (panel.height - 14 - highest) / 2
  let x = area.x + fieldPadding
  for (const [index, { label }] of fields.entries()) {
    const width = widths[index] ?? 0
    const fitted = fittedValues[index] ?? { size: 0, lines: [] }
    const item = writer.addElement('LI', list)
    const lineHeight = fitted.size + 3
    page.mark(writer.addElement('Lbl', item), () => {
      drawTextLine(page, {
        text: fitText(label, 'regular', labelSize, width),
        face: 'regular',
        size: labelSize,
        x,
        baseline: top + 9.5,
        colour: colours.muted,
      })
    })
    page.mark(writer.addElement('LBody', item), () => {
      for (const [line, text] of fitted.lines.entries()) {
        page.drawText({
          text: line === fitted.lines.length - 1 ? endWithSpace(text) : text,
          face: 'bold',
          size: fitted.size,
          x,
          baseline: top + 14 + line * lineHeight + fitted.size * 0.9,
          colour: colours.text,
        })
      }
    })
    x += width + fieldGap
  }
}
