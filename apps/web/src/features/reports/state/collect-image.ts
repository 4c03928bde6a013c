import type { ImageSlot, ReportDocument } from '@talus/report/document'
import { addPage, changePage, createPage, mayAddPage } from './report-changes.ts'
import { addImage } from './slots.ts'

/**
 * Adds an image to the last page, or to a new one if that has no place for it. Undefined if the
 * report has as many pages as it may have.
 */
export function withCollectedImage(
  report: ReportDocument,
  createSlot: (index: number) => ImageSlot,
  createId: () => string,
): ReportDocument | undefined {
  const last = report.pages.at(-1)
  const next = last && addImage(last, createSlot)
  const changed = next && changePage(report, next.id, () => next)
  if (changed && !changed.isRefused) return changed.report
  if (!mayAddPage(report)) return undefined
  const page = addImage(createPage(createId()), createSlot)
  return page && addPage(report, page)
}
