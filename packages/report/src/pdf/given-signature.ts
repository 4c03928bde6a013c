import type { Rectangle } from '../layout/index.ts'
import { colours } from './colours.ts'
import { drawTextLine, fitSize, fitText } from './draw-lines.ts'
import { readJpegHeader } from './jpeg.ts'
import type { PdfPage } from './pdf-page.ts'
import type { PdfWriter } from './pdf-writer.ts'
import { toTextString } from './pdf-syntax.ts'
import type { StructureElement } from './structure.ts'

/** A signature that was given on the screen: typed, or as a picture. */
export interface GivenSignature {
  readonly text: string
  /** Replaces the typed signature. */
  readonly picture: { readonly jpeg: Uint8Array; readonly alternativeText: string } | null
  /** Name, title and licence, at most two lines. */
  readonly details: readonly string[]
  readonly date: string
}

const belowRule = 30
const gap = 20
const detailSize = 10.5

function drawSigner(
  writer: PdfWriter,
  page: PdfPage,
  parent: StructureElement,
  { text, picture }: GivenSignature,
  area: Rectangle,
) {
  if (picture) {
    const size = readJpegHeader(picture.jpeg)
    const scale = Math.min(area.width / size.width, area.height / size.height)
    const height = size.height * scale
    const box = {
      x: area.x,
      top: area.top + area.height - height,
      width: size.width * scale,
      height,
    }
    const figure = writer.addElement(
      'Figure',
      parent,
      `/Alt${toTextString(picture.alternativeText)}/A<</O/Layout/Placement/Block/BBox[${page.toBox(box)}]>>`,
    )
    page.mark(figure, () => {
      page.drawPicture(picture.jpeg, box)
    })
    return
  }
  if (text === '') return
  const size = fitSize(text, 'italic', area.width, 22, 11)
  page.mark(writer.addElement('P', parent), () => {
    drawTextLine(page, {
      text: fitText(text, 'italic', size, area.width),
      face: 'italic',
      size,
      x: area.x,
      baseline: area.top + area.height - 7,
      colour: colours.text,
    })
  })
}

/** Draws the signature and the day above two lines, and who signed below them. */
export function drawGivenSignature(
  writer: PdfWriter,
  page: PdfPage,
  parent: StructureElement,
  signature: GivenSignature,
  area: Rectangle,
) {
  const y = area.top + area.height - belowRule
  const dateWidth = Math.min(140, area.width * 0.36)
  const dateX = area.x + area.width - dateWidth
  const signerWidth = dateX - gap - area.x
  page.markArtifact('Layout', () => {
    page.drawRule([area.x, y], [area.x + signerWidth, y], 0.75, colours.muted)
    page.drawRule([dateX, y], [area.x + area.width, y], 0.75, colours.muted)
  })
  const above = { ...area, width: signerWidth, height: area.height - belowRule - 2 }
  drawSigner(writer, page, parent, signature, above)
  page.mark(writer.addElement('P', parent), () => {
    for (const [line, text] of signature.details.slice(0, 2).entries())
      drawTextLine(page, {
        text: fitText(text, line === 0 ? 'bold' : 'regular', detailSize, area.width),
        face: line === 0 ? 'bold' : 'regular',
        size: detailSize,
        x: area.x,
        baseline: y + 13 + line * 14,
        colour: line === 0 ? colours.text : colours.muted,
      })
  })
  page.mark(writer.addElement('P', parent), () => {
    drawTextLine(page, {
      text: fitText(signature.date, 'regular', 12, dateWidth),
      face: 'regular',
      size: 12,
      x: dateX,
      baseline: y - 6,
      colour: colours.text,
    })
  })
}
