import { formatImageAnatomy } from '@talus/anatomy'
import type { Image, Language } from '@talus/contract'
import { reportLimits } from '@talus/report/document'
import type { ImageCount, ImageSlot, ReportPage } from '@talus/report/document'
import { formatDay } from '../../../ui/format/dates.ts'
import { findFreeSlot, withImage, withImageCount } from './report-changes.ts'

export type ShownImage = Pick<Image, 'id' | 'studyId' | 'bodyPart' | 'bodyPartView' | 'createdOn'>

interface SlotTexts {
  readonly language: Language
  readonly timeZone: string | undefined
  /** E.g. "Radiograph". */
  readonly kind: string
  /** The patient of the image, if it is not the patient of the report. */
  readonly otherPatient?: SlotPatient | undefined
}

export interface SlotPatient {
  readonly name: string
  readonly patientId: string
}

/** The number tells two animals of the same name apart. */
export const formatOtherPatient = ({ name, patientId }: SlotPatient): string =>
  patientId === '' ? name : `${name} (${patientId})`

/** A slot whose caption and alternative text name part, view, side and date of the image. */
export function createSlot(
  image: ShownImage,
  index: number,
  { language, timeZone, kind, otherPatient }: SlotTexts,
  view: string | null = null,
): ImageSlot {
  const anatomy = formatImageAnatomy(image, language)
  const day = formatDay(image.createdOn, timeZone)
  const patient = otherPatient && formatOtherPatient(otherPatient)
  const join = (parts: readonly (string | undefined)[]) => parts.filter(Boolean).join(', ')
  return {
    index,
    imageId: image.id,
    studyId: image.studyId,
    view,
    caption: join([patient, anatomy, day]).slice(0, reportLimits.captionMax),
    alternativeText: join([patient, kind, anatomy, day]).slice(0, reportLimits.alternativeTextMax),
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
