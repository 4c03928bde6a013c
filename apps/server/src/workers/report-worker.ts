import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import { interFiles, readTrueType, withDrawnSigns } from '@talus/report/fonts'
import type { FontFace } from '@talus/report/fonts'
import { createCaseReportPdf } from '@talus/report/case-report'
import { layoutPage } from '@talus/report/layout'
import { createReportPdf } from '@talus/report/pdf'
import sharp from 'sharp'
import {
  encodeAttachedPicture,
  encodeLogo,
  encodePicture,
  encodeThumbnail,
} from './encode-picture.ts'
import { Transferred } from './protocol.ts'
import { ReportFault, reportFaultCodec } from './report-faults.ts'
import type { PrintableCase, PrintableReport, ReportProtocol } from './report-protocol.ts'
import { answerCalls } from './worker-script.ts'

// No picture is encoded twice here, and the worker pool limits the number of threads.
sharp.cache(false)
sharp.concurrency(1)

const { resolve } = createRequire(import.meta.url)
const openFont = (face: FontFace) =>
  withDrawnSigns(readTrueType(readFileSync(resolve(interFiles[face]))))

/** Read once: the four files take longer than most reports. */
let fonts: Record<FontFace, ReturnType<typeof openFont>> | undefined
const getFonts = () =>
  (fonts ??= {
    regular: openFont('regular'),
    bold: openFont('bold'),
    italic: openFont('italic'),
    boldItalic: openFont('boldItalic'),
  })

function refuseOverfull({ document }: PrintableReport): void {
  const { orientation, language, pages } = document
  for (const [index, page] of pages.entries())
    if (layoutPage(page, { orientation, language, isFirst: index === 0 }).isOverfull)
      throw new ReportFault('too-full', { page: index + 1 })
}

const deflate = (bytes: Uint8Array) => deflateSync(bytes, { level: 6 })

function printReport(report: PrintableReport): Uint8Array<ArrayBuffer> {
  refuseOverfull(report)
  const { document, ...options } = report
  // A copy, because the buffer of the result may be a part of a larger one.
  return new Uint8Array(createReportPdf(document, { ...options, fonts: getFonts(), deflate }))
}

const printCase = ({ report, ...options }: PrintableCase): Uint8Array<ArrayBuffer> =>
  new Uint8Array(createCaseReportPdf(report, { ...options, fonts: getFonts(), deflate }))

answerCalls<ReportProtocol>(
  {
    loadFonts: () => getFonts() !== undefined,
    encodePicture: ({ bytes }) => encodePicture(bytes),
    encodeAttachedPicture: ({ bytes }) => encodeAttachedPicture(bytes),
    encodeLogo: ({ bytes }) => encodeLogo(bytes),
    encodeThumbnail: ({ bytes }) => encodeThumbnail(bytes),
    createCasePdf: (report) => {
      const pdf = printCase(report)
      return new Transferred(pdf, [pdf.buffer])
    },
    createPdf: (report) => {
      const pdf = printReport(report)
      return new Transferred(pdf, [pdf.buffer])
    },
  },
  reportFaultCodec,
)
