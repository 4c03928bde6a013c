import type { Language } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import type { FileStore } from '../../files/index.ts'
import { formatDay } from '../../time/format-day.ts'
import {
  withFullQuality,
  toAsyncIterable,
  createImageZip,
  findReportPdf,
  toNamePart,
  toSafeName,
} from '../images/index.ts'
import type { OutgoingFiles, RenderJpeg } from '../images/index.ts'
import type { OpenShare } from './visit.service.ts'

export interface SharedZipDeps {
  readonly files: FileStore
  readonly outgoing: OutgoingFiles
  readonly log: Logger
  readonly clock: Clock
  readonly renderJpeg: RenderJpeg
}

const nameMax = 64

/** Creates a zip of the images of a link; its names contain nothing that the page does not show. */
export function createSharedZip(
  { files, outgoing, log, clock, renderJpeg }: SharedZipDeps,
  { images, patientName, studyDate, timeZone }: OpenShare,
  {
    type,
    signal,
    language,
  }: {
    readonly type: 'JPEG' | 'DICOM'
    readonly signal: AbortSignal
    readonly language: Language
  },
) {
  const shared = images.map((image) => ({ ...image, pdf: findReportPdf(image) }))
  const zip = createImageZip(toAsyncIterable(shared), {
    files,
    outgoing,
    log,
    language,
    signal,
    timeZone,
    now: clock(),
    hidesIds: true,
    leavesOutDamaged: true,
    renderJpeg: type === 'JPEG' ? withFullQuality(renderJpeg) : undefined,
  })
  const parts = [toNamePart(patientName, nameMax), formatDay(timeZone, new Date(studyDate))]
  const fileName = toSafeName(`${parts.filter((part) => part !== '').join('_')}.zip`)
  return { zip, fileName, imageCount: images.length }
}
