import { normalizeReport } from '../document/index.ts'
import type { ImageSlot, ReportDocument } from '../document/index.ts'
import { layoutPage } from '../layout/index.ts'
import { printDocument } from './printed-document.ts'
import type { PrintOptions, PrintedPage } from './printed-document.ts'

/** Slots with the same key show the same picture, and the file contains it once. */
export const toPictureKey = ({ imageId, view }: Pick<ImageSlot, 'imageId' | 'view'>): string =>
  `${String(imageId)}:${view ?? ''}`

export interface ReportPdfOptions extends PrintOptions {
  /** JPEG files by `toPictureKey`; a slot without one stays empty. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
}

/** The PDF of a report. Throws if the text of a page is higher than the page. */
export function createReportPdf(report: ReportDocument, options: ReportPdfOptions): Uint8Array {
  const { orientation, language, pages } = normalizeReport(report)
  const printed = pages.map((page, index): PrintedPage => {
    const layout = layoutPage(page, { orientation, language, isFirst: index === 0 })
    if (layout.isOverfull) throw new Error(`Page ${String(index + 1)} of the report is overfull`)
    const pictures = page.images.flatMap((slot) => {
      const image = layout.images[slot.index]
      const jpeg = options.pictures.get(toPictureKey(slot))
      if (!image || !jpeg) return []
      const alternativeText = slot.alternativeText || slot.caption || page.title
      return [{ image, jpeg, alternativeText }]
    })
    return { title: page.title, layout, pictures }
  })
  return printDocument(printed, options)
}
