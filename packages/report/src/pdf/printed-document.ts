import { headerHeight, letterheadHeight, measureText } from '../layout/index.ts'
import type { PageLayout } from '../layout/index.ts'
import { drawBlocks, drawPrintedPicture, drawSignature } from './body.ts'
import type { PrintedPicture, PrintedSignature } from './body.ts'
import { colours } from './colours.ts'
import { drawLines, drawTextLine, fitText } from './draw-lines.ts'
import { drawGivenSignature } from './given-signature.ts'
import { drawLetterhead, drawPatientBlock } from './header.ts'
import type { Letterhead, PrintedField } from './header.ts'
import { createHeadingTags } from './heading-levels.ts'
import type { HeadingTags } from './heading-levels.ts'
import { createPdfWriter } from './pdf-writer.ts'
import type { PdfWriter, PdfWriterOptions } from './pdf-writer.ts'
import type { PdfPage } from './pdf-page.ts'

/** A page that is laid out, with its pictures. */
export interface PrintedPage {
  readonly title: string
  readonly layout: PageLayout
  readonly pictures: readonly PrintedPicture[]
}

/** The header and the footer; every text is in the language of the report already. */
export interface PrintedSurroundings {
  readonly letterhead: Letterhead
  /** At most seven fields, in the order of reading. */
  readonly patient: readonly PrintedField[]
  /** The left of the footer, e.g. "Clinique de l’Érable · Pépin · 2026-11-16". */
  readonly footer: string
  /** The right of the footer, with `{{page}}` and `{{count}}` in it. */
  readonly pageNumber: string
  readonly signature: PrintedSignature
}

export type PrintOptions = PdfWriterOptions & PrintedSurroundings

function drawFooter(
  page: PdfPage,
  { footer: area }: PageLayout['frame'],
  footer: string,
  pageNumber: string,
) {
  const size = 10
  const baseline = area.top + 30
  const width = measureText(pageNumber, 'regular', size)
  const shared = { face: 'regular', size, baseline, colour: colours.muted } as const
  page.markArtifact('Footer', () => {
    const y = area.top + 14
    page.drawRule([area.x, y], [area.x + area.width, y], 0.75, colours.rule)
    const text = fitText(footer, 'regular', size, area.width - width - 24)
    drawTextLine(page, { ...shared, text, x: area.x })
    drawTextLine(page, { ...shared, text: pageNumber, x: area.x + area.width - width })
  })
}

function drawPage(
  writer: PdfWriter,
  printed: PrintedPage,
  index: number,
  count: number,
  tagHeading: HeadingTags,
  options: PrintedSurroundings,
) {
  const { title, layout, pictures } = printed
  const { frame } = layout
  const page = writer.addPage(frame.width, frame.height)
  const pageNumber = options.pageNumber
    .replaceAll('{{page}}', String(index + 1))
    .replaceAll('{{count}}', String(count))
  if (index === 0) {
    const header = writer.addElement('Sect', writer.root)
    drawLetterhead(writer, page, header, options.letterhead, frame.content)
    const top = frame.content.top + letterheadHeight + 14 + 4
    drawPatientBlock(writer, page, header, options.patient, {
      ...frame.content,
      top,
      height: headerHeight,
    })
  }
  const section = writer.addElement('Sect', writer.root)
  writer.addBookmark(title === '' ? pageNumber : title, page, frame.content.top)
  if (layout.title.length > 0) {
    page.mark(writer.addElement(tagHeading('title'), section), () => {
      drawLines(page, layout.title)
    })
  }
  for (const picture of pictures) drawPrintedPicture(writer, page, section, picture)
  drawBlocks(writer, page, section, layout.blocks, tagHeading)
  if (layout.signature) {
    const { signature } = options
    if (signature.signed)
      drawGivenSignature(writer, page, section, signature.signed, layout.signature)
    else drawSignature(writer, page, section, signature, layout.signature)
  }
  drawFooter(page, frame, options.footer, pageNumber)
}

/** Prints pages that are laid out. Reports and the reports of cases both end here. */
export function printDocument(pages: readonly PrintedPage[], options: PrintOptions): Uint8Array {
  const writer = createPdfWriter(options)
  const tagHeading = createHeadingTags()
  for (const [index, page] of pages.entries()) {
    drawPage(writer, page, index, pages.length, tagHeading, options)
  }
  return writer.finish()
}
