// Processor time of the PDF of a report with ten pages and twenty pictures, and its size.
import { deflateSync } from 'node:zlib'
import { createReportPdf } from '@talus/report/pdf'
import { createGreyJpeg } from '../packages/report/src/testing/jpeg-files.ts'
import { printOptions } from '../packages/report/src/testing/print-options.ts'
import { createBenchReport, pictureCount } from './support/report-document.ts'

const pictureBytes = 45_000
const rounds = 20

const report = createBenchReport(
  1,
  Array.from({ length: pictureCount }, (_, index) => index + 1),
)

/** As large as a picture of 800 px and quality 0.7; the bytes behind its end are not read. */
function createPicture() {
  const bytes = new Uint8Array(pictureBytes)
  bytes.set(createGreyJpeg(800, 640))
  return bytes
}
const pictures = new Map(
  Array.from({ length: pictureCount }, (_, index) => [`${String(index + 1)}:`, createPicture()]),
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
  `${String(report.pages.length)} pages, ${String(pictures.size)} pictures: first ${first.toFixed(0)} ms, ` +
    `then ${median.toFixed(0)} ms of processor, ${(size / 1024).toFixed(0)} kB`,
)
