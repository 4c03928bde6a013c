import { formatImageAnatomy } from '@talus/anatomy'
import type { Image, Language } from '@talus/contract'
import type { ImageCount, ImageSlot, ReportPage } from '@talus/report/document'
import { formatDay } from '../../../ui/format/dates.ts'
import { findFreeSlot, withImage, withImageCount } from './report-changes.ts'

export type ShownImage = Pick<Image, 'id' | 'studyId' | 'bodyPart' | 'bodyPartView' | 'createdOn'>

interface SlotTexts {
  readonly language: Language
  readonly timeZone: string | undefined
  /** E.g. "Radiograph". */
  readonly kind: string
}

/** A slot whose caption and alternative text name part, view, side and date of the image. */
export function createSlot(
  image: ShownImage,
  index: number,
  { language, timeZone, kind }: SlotTexts,
  view: string | null = null,
): ImageSlot {
  const anatomy = formatImageAnatomy(image, language)
  const day = formatDay(image.createdOn, timeZone)
  return {
    index,
    imageId: image.id,
    studyId: image.studyId,
    view,
    caption: [anatomy, day].filter(Boolean).join(', '),
    alternativeText: [kind, anatomy, day].filter(Boolean).join(', '),
  }
}

const larger: Readonly<Record<ImageCount, ImageCount | undefined>> = {
  0: 1,
  1: 2,
  2: 4,
  4: undefined,
}

/** Puts an image into the next free slot, and gives the page more slots if all are taken. */
export function addImage(
  page: ReportPage,
  create: (index: number) => ImageSlot,
): ReportPage | undefined {
  const free = findFreeSlot(page)
  if (free !== undefined) return withImage(page, create(free))
  const count = larger[page.imageCount]
  if (count === undefined) return undefined
  return withImage(withImageCount(page, count), create(page.imageCount))
}
