import { placePicture, textStyles } from '../layout/index.ts'
import type { PlacedBlock, PlacedImage, Rectangle } from '../layout/index.ts'
import { colours } from './colours.ts'
import { drawLines, drawTextLine } from './draw-lines.ts'
import type { HeadingTags } from './heading-levels.ts'
import { readJpegHeader } from './jpeg.ts'
import { toTextString } from './pdf-syntax.ts'
import type { PdfPage } from './pdf-page.ts'
import type { PdfWriter } from './pdf-writer.ts'
import type { GivenSignature } from './given-signature.ts'
import type { StructureElement } from './structure.ts'

export interface PrintedPicture {
  readonly image: PlacedImage
  readonly jpeg: Uint8Array
  readonly alternativeText: string
}

/** Draws a picture with its caption. The picture is described, the caption is a paragraph. */
export function drawPrintedPicture(
  writer: PdfWriter,
  page: PdfPage,
  parent: StructureElement,
  { image, jpeg, alternativeText }: PrintedPicture,
) {
  const { picture, caption } = placePicture(image, readJpegHeader(jpeg))
  const figure = writer.addElement(
    'Figure',
    parent,
    `/Alt${toTextString(alternativeText)}/A<</O/Layout/Placement/Block/BBox[${page.toBox(picture)}]>>`,
  )
  page.mark(figure, () => {
    page.drawPicture(jpeg, picture)
  })
  if (caption.length === 0) return
  page.mark(writer.addElement('P', parent), () => {
    drawLines(page, caption, colours.muted)
  })
}

function drawItem(writer: PdfWriter, page: PdfPage, list: StructureElement, block: PlacedBlock) {
  const item = writer.addElement('LI', list)
  const { label, lines } = block
  const baseline = lines[0]?.baseline ?? block.bottom
  if (label) {
    page.mark(writer.addElement('Lbl', item), () => {
      const { size } = textStyles.item
      drawTextLine(page, {
        text: label.text,
        face: 'regular',
        size,
        x: label.x,
        baseline,
        colour: colours.muted,
      })
    })
  }
  if (lines.every(({ pieces }) => pieces.length === 0)) return
  page.mark(writer.addElement('LBody', item), () => {
    drawLines(page, lines)
  })
}

/** Draws the text of a page. Items of one list are in one element. */
export function drawBlocks(
  writer: PdfWriter,
  page: PdfPage,
  parent: StructureElement,
  blocks: readonly PlacedBlock[],
  tagHeading: HeadingTags,
) {
  let list: { readonly block: number; readonly element: StructureElement } | undefined
  for (const block of blocks) {
    if (block.position.item !== null) {
      if (list?.block !== block.position.block) {
        list = { block: block.position.block, element: writer.addElement('L', parent) }
      }
      drawItem(writer, page, list.element, block)
      continue
    }
    // An empty paragraph is a distance, not a paragraph.
    if (block.lines.every(({ pieces }) => pieces.length === 0)) continue
    page.mark(writer.addElement(tagHeading(block.style), parent), () => {
      drawLines(page, block.lines)
    })
  }
}

export interface PrintedSignature {
  /** E.g. "Signature". */
  readonly label: string
  readonly dateLabel: string
  /** The person who signs, below the line; may be empty. */
  readonly name: string
  /** Present if the document is signed; otherwise there are lines to write on. */
  readonly signed?: GivenSignature
}

/** Two lines to write on: a long one for the signature and a short one for the date. */
export function drawSignature(
  writer: PdfWriter,
  page: PdfPage,
  parent: StructureElement,
  { label, dateLabel, name }: PrintedSignature,
  area: Rectangle,
) {
  const y = area.top + area.height - 24
  const dateWidth = Math.min(110, area.width * 0.3)
  const dateX = area.x + area.width - dateWidth
  page.markArtifact('Layout', () => {
    page.drawRule([area.x, y], [dateX - 20, y], 0.75, colours.muted)
    page.drawRule([dateX, y], [area.x + area.width, y], 0.75, colours.muted)
  })
  const shared = { face: 'regular', size: 11, baseline: y + 15, colour: colours.muted } as const
  page.mark(writer.addElement('P', parent), () => {
    drawTextLine(page, { ...shared, text: name === '' ? label : name, x: area.x })
    drawTextLine(page, { ...shared, text: dateLabel, x: dateX })
  })
}
