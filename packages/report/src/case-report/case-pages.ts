import { cleanText, emptyBody } from '../document/index.ts'
import type { Body } from '../document/index.ts'
import { layoutPage, paginateBody } from '../layout/index.ts'
import type { LayoutOptions, PageShape } from '../layout/index.ts'
import { readJpegHeader } from '../pdf/index.ts'
import type { PrintedPage } from '../pdf/index.ts'
import { toBody } from './case-body.ts'
import {
  divideFilesPage,
  divideFirstPage,
  firstPagePictures,
  furtherPagePictures,
} from './case-columns.ts'
import type { CasePicture, CaseReport, CaseSection } from './case-report.ts'

const toSlots = (pictures: readonly CasePicture[]) =>
  pictures.map(({ caption }, index) => ({ index, caption }))

function createPage(
  shape: PageShape & { readonly body: Body },
  pictures: readonly CasePicture[],
  options: LayoutOptions,
): PrintedPage {
  const layout = layoutPage(shape, options)
  if (layout.isOverfull) throw new Error('A page of the case report is overfull')
  return {
    title: shape.title,
    layout,
    pictures: pictures.flatMap(({ jpeg, alternativeText }, index) => {
      const image = layout.images[index]
      return image ? [{ image, jpeg, alternativeText }] : []
    }),
  }
}

/**
 * Distributes the text over pages. The last one needs space for the signature; if its text leaves
 * none, the end of the text moves to one more page.
 */
function paginateText(
  body: Body,
  options: LayoutOptions,
  getShape: (page: number) => PageShape,
  isSignedHere: boolean,
): Body[] {
  const bodies = paginateBody(body, options, getShape)
  if (!isSignedHere) return bodies
  const withSignature = (page: number): PageShape => ({
    ...getShape(page),
    hasSpaceForSignature: page >= bodies.length - 1,
  })
  return paginateBody(body, options, withSignature)
}

const startsSection = ({ content }: Body, heading: string) =>
  content.some(
    (block) =>
      block.type === 'heading' &&
      block.content?.some((node) => node.type === 'text' && node.text === cleanText(heading)),
  )

/** Writes the page on which a section starts into the items of another one, which precedes it. */
function paginateSections(
  sections: readonly CaseSection[],
  paginate: (body: Body) => Body[],
): Body[] {
  const named = sections.find(({ namesPageOf }) => namesPageOf !== undefined)?.namesPageOf
  if (named === undefined) return paginate(toBody(sections))
  let page = 1
  for (let attempt = 1; ; attempt += 1) {
    const items = (section: CaseSection) =>
      section.items.map((item) => item.replace('{{page}}', String(page)))
    const filled = sections.map((section) =>
      section.namesPageOf === undefined ? section : { ...section, items: items(section) },
    )
    const bodies = paginate(toBody(filled))
    const found = bodies.findIndex((body) => startsSection(body, named)) + 1
    // A longer number could move the section, which changes the number; that ends soon.
    if (found === 0 || found === page || attempt === 4) return bodies
    page = found
  }
}

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

/** The pictures of each page: large ones first, of which the first page has one beside the text. */
function groupPictures(pictures: readonly CasePicture[]) {
  const large = pictures.filter(({ isLarge }) => isLarge)
  const others = pictures.filter(({ isLarge }) => !isLarge)
  const ordered = [...large, ...others]
  const onFirst = large.length === 0 ? firstPagePictures : 1
  return {
    first: ordered.slice(0, onFirst),
    further: chunk(ordered.slice(onFirst), furtherPagePictures),
  }
}

/** The pages: header and findings with the first pictures, further pictures, and the signature. */
export function layoutCaseReport(report: CaseReport): PrintedPage[] {
  const { language, title, filesTitle, sections, pictures } = report
  const { first, further } = groupPictures(pictures)
  const getShape = (page: number): PageShape => ({
    title: page === 0 ? title : '',
    imageCount: 0,
    images: page === 0 ? toSlots(first) : [],
    hasSpaceForSignature: false,
    ...(page === 0 && first.length > 0
      ? { divide: (area) => divideFirstPage(area, first.length) }
      : {}),
  })
  const options = { orientation: 'landscape', language, isFirst: true, hasLines: true } as const
  const isSignedHere = further.length === 0
  const bodies = paginateSections(sections, (body) =>
    paginateText(body, options, getShape, isSignedHere),
  )
  const textPages = bodies.map((body, index) =>
    createPage(
      {
        ...getShape(index),
        body,
        hasSpaceForSignature: isSignedHere && index === bodies.length - 1,
      },
      index === 0 ? first : [],
      { ...options, isFirst: index === 0 },
    ),
  )
  const filesPages = further.map((group, index) => {
    const hasSpaceForSignature = index === further.length - 1
    const sizes = group.map(({ jpeg }) => readJpegHeader(jpeg))
    const shape: PageShape = {
      title: filesTitle,
      imageCount: 0,
      images: toSlots(group),
      hasSpaceForSignature,
      divide: (area) => divideFilesPage(area, { sizes, hasSignature: hasSpaceForSignature }),
    }
    return createPage({ ...shape, body: emptyBody() }, group, { ...options, isFirst: false })
  })
  return [...textPages, ...filesPages]
}
