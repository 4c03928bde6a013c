import { emptyBody } from '../document/index.ts'
import type { Body } from '../document/index.ts'
import { layoutPage, paginateBody } from '../layout/index.ts'
import type { LayoutOptions, PageShape } from '../layout/index.ts'
import type { PrintedPage } from '../pdf/index.ts'
import { toBody } from './case-body.ts'
import {
  besideLargePicture,
  divideFilesPage,
  divideFirstPage,
  firstPagePictures,
  furtherPagePictures,
  largePagePictures,
} from './case-columns.ts'
import type { CasePicture, CaseReport } from './case-report.ts'

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

function chunk<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}

interface PictureGroup {
  readonly large: readonly CasePicture[]
  readonly others: readonly CasePicture[]
}

/** Two large pictures on a page; a single one leaves space for some of the others. */
function groupFurther(large: readonly CasePicture[], others: readonly CasePicture[]) {
  const groups: PictureGroup[] = chunk(large, largePagePictures).map((pair) => ({
    large: pair,
    others: pair.length < largePagePictures ? others.slice(0, besideLargePicture) : [],
  }))
  const placed = groups.at(-1)?.others.length ?? 0
  const rest = chunk(others.slice(placed), furtherPagePictures)
  return [...groups, ...rest.map((group): PictureGroup => ({ large: [], others: group }))]
}

/** The pictures of each page: large ones first, of which the first page has one beside the text. */
function groupPictures(pictures: readonly CasePicture[]) {
  const large = pictures.filter(({ isLarge }) => isLarge)
  const others = pictures.filter(({ isLarge }) => !isLarge)
  return large.length === 0
    ? {
        first: others.slice(0, firstPagePictures),
        further: groupFurther([], others.slice(firstPagePictures)),
      }
    : { first: large.slice(0, 1), further: groupFurther(large.slice(1), others) }
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
  const bodies = paginateText(toBody(sections), options, getShape, isSignedHere)
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
  const filesPages = further.map(({ large, others }, index) => {
    const group = [...large, ...others]
    const hasSpaceForSignature = index === further.length - 1
    const shape: PageShape = {
      title: filesTitle,
      imageCount: 0,
      images: toSlots(group),
      hasSpaceForSignature,
      divide: (area) =>
        divideFilesPage(area, { large: large.length, hasSignature: hasSpaceForSignature }),
    }
    return createPage({ ...shape, body: emptyBody() }, group, { ...options, isFirst: false })
  })
  return [...textPages, ...filesPages]
}
