import { emptyBody, isImageCount, reportLimits } from '@talus/report/document'
import type {
  Body,
  ImageCount,
  ImageSlot,
  PageOrientation,
  ReportDocument,
  ReportLanguage,
  ReportPage,
} from '@talus/report/document'
import { layoutPage, paginateBody } from '@talus/report/layout'
import type { LayoutOptions, PageLayout } from '@talus/report/layout'

/** The changes of a report as pure functions; ids are arguments. */

export const createPage = (id: string, imageCount: ImageCount = 0): ReportPage => ({
  id,
  title: '',
  imageCount,
  images: [],
  body: emptyBody(),
  hasSpaceForSignature: false,
})

/** A new report has one page without images. */
export const createReport = (
  pageId: string,
  language: ReportLanguage,
  orientation: PageOrientation,
): ReportDocument => ({ version: 1, language, orientation, pages: [createPage(pageId)] })

export const findPageIndex = ({ pages }: ReportDocument, id: string): number =>
  pages.findIndex((page) => page.id === id)

export const getLayoutOptions = (
  { orientation, language }: Pick<ReportDocument, 'orientation' | 'language'>,
  index: number,
): LayoutOptions => ({ orientation, language, isFirst: index === 0 })

const layoutCache = new WeakMap<ReportPage, { readonly key: string; readonly layout: PageLayout }>()

/** The layout of a page; kept as long as the page does not change. */
export function layOutPage(report: ReportDocument, index: number): PageLayout {
  const page = report.pages[index]
  if (!page) throw new Error('The report has no such page')
  const options = getLayoutOptions(report, index)
  const key = `${options.orientation} ${options.language} ${String(options.isFirst)}`
  const known = layoutCache.get(page)
  if (known?.key === key) return known.layout
  const layout = layoutPage(page, options)
  layoutCache.set(page, { key, layout })
  return layout
}

const replacePage = (report: ReportDocument, index: number, page: ReportPage): ReportDocument => ({
  ...report,
  pages: report.pages.with(index, page),
})

export type ChangeResult =
  | { readonly isRefused: false; readonly report: ReportDocument }
  /** The page would be too full; `page` is as it would have been. */
  | { readonly isRefused: true; readonly page: ReportPage }

/** Changes a page, unless it would be fuller than its height allows. */
export function changePage(
  report: ReportDocument,
  id: string,
  change: (page: ReportPage) => ReportPage,
): ChangeResult {
  const index = findPageIndex(report, id)
  const page = report.pages[index]
  if (!page) return { isRefused: false, report }
  const next = change(page)
  const changed = replacePage(report, index, next)
  const layout = layOutPage(changed, index)
  const isRefused = layout.isOverfull && layout.usedHeight >= layOutPage(report, index).usedHeight
  return isRefused ? { isRefused, page: next } : { isRefused, report: changed }
}

/** A page shows 0, 1, 2 or 4 images. Images whose slot is lost are removed. */
export function withImageCount(page: ReportPage, imageCount: number): ReportPage {
  if (!isImageCount(imageCount)) throw new RangeError(String(imageCount))
  return {
    ...page,
    imageCount,
    images: page.images.filter(({ index }) => index < imageCount),
  }
}

export const withImage = (page: ReportPage, slot: ImageSlot): ReportPage => ({
  ...page,
  images: [...page.images.filter(({ index }) => index !== slot.index), slot].toSorted(
    (a, b) => a.index - b.index,
  ),
})

export const withoutImage = (page: ReportPage, slot: number): ReportPage => ({
  ...page,
  images: page.images.filter(({ index }) => index !== slot),
})

/** Exchanges two slots; an empty one gets the image of the other. */
export const withImagesSwapped = (page: ReportPage, from: number, to: number): ReportPage => ({
  ...page,
  images: page.images
    .map((image) => {
      if (image.index === from) return { ...image, index: to }
      return image.index === to ? { ...image, index: from } : image
    })
    .toSorted((a, b) => a.index - b.index),
})

/** The first slot without an image. */
export const findFreeSlot = ({ imageCount, images }: ReportPage): number | undefined =>
  Array.from({ length: imageCount }, (_, index) => index).find((index) =>
    images.every((image) => image.index !== index),
  )

export const mayAddPage = ({ pages }: ReportDocument): boolean =>
  pages.length < reportLimits.pagesMax

/** Adds a page behind another one, or at the end. */
export function addPage(report: ReportDocument, page: ReportPage, behind?: string): ReportDocument {
  const at = behind === undefined ? report.pages.length : findPageIndex(report, behind) + 1
  return { ...report, pages: report.pages.toSpliced(at, 0, page) }
}

/** A report keeps at least one page. */
export const removePage = (report: ReportDocument, id: string): ReportDocument =>
  report.pages.length === 1
    ? report
    : { ...report, pages: report.pages.filter((page) => page.id !== id) }

/**
 * Moves a page by one; undefined if it is at the end, or if the new first page would be too full,
 * because the first page also has the letterhead.
 */
export function movePage(
  report: ReportDocument,
  id: string,
  by: 1 | -1,
): ReportDocument | undefined {
  const from = findPageIndex(report, id)
  const to = from + by
  const page = report.pages[from]
  if (!page || to < 0 || to >= report.pages.length) return undefined
  const moved = { ...report, pages: report.pages.toSpliced(from, 1).toSpliced(to, 0, page) }
  return layOutPage(moved, 0).isOverfull && !layOutPage(report, from).isOverfull ? undefined : moved
}

/** Undefined if a page would be too full: the rules of line breaks depend on the language. */
export function withLanguage(
  report: ReportDocument,
  language: ReportLanguage,
): ReportDocument | undefined {
  const next = { ...report, language }
  const isNowTooFull = (_page: ReportPage, index: number) =>
    layOutPage(next, index).isOverfull && !layOutPage(report, index).isOverfull
  return report.pages.some(isNowTooFull) ? undefined : next
}

/** The rest of a page continues without title and images. */
const restShape = { title: '', imageCount: 0, images: [], hasSpaceForSignature: false } as const

/**
 * Applies a refused change: the text that does not fit continues on new pages behind the page.
 * Undefined if the report would have too many pages, or if even the page without text is too full.
 */
export function continueOnNewPage(
  report: ReportDocument,
  refused: ReportPage,
  createId: () => string,
): ReportDocument | undefined {
  const index = findPageIndex(report, refused.id)
  const bodies = paginateBody(refused.body, getLayoutOptions(report, index), (page) =>
    page === 0 ? refused : { ...restShape, images: [] },
  )
  const [first, ...rest] = bodies
  if (!first || rest.length === 0) return undefined
  const pages = [
    { ...refused, body: first },
    ...rest.map((body) => ({ ...createPage(createId()), body })),
  ]
  const next = { ...report, pages: report.pages.toSpliced(index, 1, ...pages) }
  const fits = pages.every((_page, at) => !layOutPage(next, index + at).isOverfull)
  return fits && next.pages.length <= reportLimits.pagesMax ? next : undefined
}

/** Whether the report has anything that a user would miss. */
export const isEmptyReport = ({ pages }: ReportDocument): boolean =>
  pages.length === 1 &&
  pages.every(({ title, images, body }) => title === '' && images.length === 0 && isEmptyBody(body))

export const isEmptyBody = ({ content }: Body): boolean =>
  content.every((block) => block.type === 'paragraph' && (block.content ?? []).length === 0)
