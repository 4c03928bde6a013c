// Processor time of the PDF of a report with ten pages and twenty pictures, and its size.
import { deflateSync } from 'node:zlib'
import { ReportDocument } from '@talus/report/document'
import { paginateBody } from '@talus/report/layout'
import { createReportPdf } from '@talus/report/pdf'
import { listShippedTemplates, parseTemplate } from '@talus/report/templates'
import { createGreyJpeg } from '../packages/report/src/testing/jpeg-files.ts'
import { printOptions } from '../packages/report/src/testing/print-options.ts'

const pageCount = 10
const picturesPerPage = 2
const pictureBytes = 45_000
const rounds = 20

const options = { orientation: 'landscape', language: 'fr', isFirst: true } as const
const bodies = listShippedTemplates('fr').map(({ text }) => {
  const shape = {
    title: 'Thorax',
    imageCount: picturesPerPage,
    images: [],
    hasSpaceForSignature: true,
  } as const
  return paginateBody(parseTemplate(text), options, () => shape)[0]
})
const report = ReportDocument.parse({
  version: 1,
  language: 'fr',
  orientation: 'landscape',
  pages: bodies.slice(0, pageCount).map((body, page) => ({
    id: `00000000-0000-4000-8000-${String(page).padStart(12, '0')}`,
    title: 'Thorax',
    imageCount: picturesPerPage,
    images: [0, 1].map((index) => ({
      index,
      imageId: picturesPerPage * page + index + 1,
      studyId: 1,
      view: null,
      caption: 'Thorax, profil droit, 2026-11-16',
      alternativeText: 'Radiographie du thorax, profil droit',
    })),
    body,
    hasSpaceForSignature: true,
  })),
})

/** As large as a picture of 800 px and quality 0.7; the bytes behind its end are not read. */
function createPicture() {
  const bytes = new Uint8Array(pictureBytes)
  bytes.set(createGreyJpeg(800, 640))
  return bytes
}
const pictures = new Map(
  Array.from({ length: pageCount * picturesPerPage }, (_, index) => [
    `${String(index + 1)}:`,
    createPicture(),
  ]),
)

const times: number[] = []
let size = 0
for (let round = 0; round < rounds; round++) {
  const start = process.cpuUsage()
  const bytes = createReportPdf(report, {
    ...printOptions,
    deflate: (data) => deflateSync(data),
    pictures,
  })
  const { user, system } = process.cpuUsage(start)
  times.push((user + system) / 1000)
  size = bytes.length
}
const [first = 0, ...later] = times
const sorted = later.toSorted((a, b) => a - b)
const median = sorted[Math.floor(sorted.length / 2)] ?? 0
console.log(
  `${String(pageCount)} pages, ${String(pictures.size)} pictures: first ${first.toFixed(0)} ms, ` +
    `then ${median.toFixed(0)} ms of processor, ${(size / 1024).toFixed(0)} kB`,
)
