import { ReportDocument } from '@talus/report/document'
import { paginateBody } from '@talus/report/layout'
import { listShippedTemplates, parseTemplate } from '@talus/report/templates'

const pageCount = 10
const picturesPerPage = 2
export const pictureCount = pageCount * picturesPerPage

const options = { orientation: 'landscape', language: 'fr', isFirst: true } as const
const shape = {
  title: 'Thorax',
  imageCount: picturesPerPage,
  images: [],
  hasSpaceForSignature: true,
} as const

/** A report of ten pages with two pictures each; every field of its templates is filled. */
export function createBenchReport(
  studyId: number,
  imageIds: readonly number[],
): Readonly<ReportDocument> {
  const pages = listShippedTemplates('fr')
    .slice(0, pageCount)
    .map(({ text }, page) => ({
      ...shape,
      id: `00000000-0000-4000-8000-${String(page).padStart(12, '0')}`,
      images: [0, 1].map((index) => ({
        index,
        imageId: imageIds[picturesPerPage * page + index],
        studyId,
        view: null,
        caption: 'Thorax, profil droit, 2026-11-16',
        alternativeText: 'Radiographie du thorax, profil droit',
      })),
      body: paginateBody(
        parseTemplate(text.replaceAll(/\[[^\]]*\]/gu, 'normal')),
        options,
        () => shape,
      )[0],
    }))
  return ReportDocument.parse({ version: 1, language: 'fr', orientation: 'landscape', pages })
}
