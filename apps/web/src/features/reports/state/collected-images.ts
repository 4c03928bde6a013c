import { ReportDocument, normalizeReport } from '@talus/report/document'
import type { Body, ImageSlot, ReportPage } from '@talus/report/document'
import { isEmptyBody } from './report-changes.ts'

const isSameBody = (a: Body, b: Body) => JSON.stringify(a) === JSON.stringify(b)

const isSameSlot = (a: ImageSlot, b: ImageSlot) =>
  a.index === b.index && a.imageId === b.imageId && a.view === b.view && a.caption === b.caption

/** The server stores a normalized report, whose keys are in the order of the schema. */
const toComparable = (report: ReportDocument) => ReportDocument.parse(normalizeReport(report))

/** The images that a page has in addition; undefined if it differs in something else. */
function listAdded(before: ReportPage | undefined, page: ReportPage): ImageSlot[] | undefined {
  if (!before) return page.title === '' && isEmptyBody(page.body) ? page.images : undefined
  const isSame =
    page.id === before.id &&
    page.title === before.title &&
    page.hasSpaceForSignature === before.hasSpaceForSignature &&
    before.images.every((slot) => page.images.some((other) => isSameSlot(slot, other))) &&
    isSameBody(page.body, before.body)
  if (!isSame) return undefined
  return page.images.filter((slot) => !before.images.some((other) => isSameSlot(slot, other)))
}

/**
 * The images that the viewer has added to a draft since `base`. Undefined if the draft has other
 * changes, between which and one's own the user has to decide.
 */
export function listCollectedImages(
  base: ReportDocument | undefined,
  stored: ReportDocument,
): ImageSlot[] | undefined {
  const before = base && toComparable(base)
  const draft = toComparable(stored)
  if (before && draft.pages.length < before.pages.length) return undefined
  const isSameShape =
    !before || (draft.language === before.language && draft.orientation === before.orientation)
  const added = draft.pages.map((page, index) => listAdded(before?.pages[index], page))
  return isSameShape && added.every((slots) => slots !== undefined) ? added.flat() : undefined
}
