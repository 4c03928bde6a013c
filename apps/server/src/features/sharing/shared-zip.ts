import type { Language } from '@talus/contract'
import type { FileStore } from '../../files/index.ts'
import type { Logger } from '../../jobs/define-job.ts'
import { dayIn } from '../../time/day-in.ts'
import { atFullQuality, eachOf, imageZip, namePart, wholeName } from '../images/index.ts'
import type { RenderJpeg } from '../images/index.ts'
import type { OpenShare } from './visit.service.ts'

export interface SharedZipDeps {
  readonly files: FileStore
  readonly log: Logger
  readonly clock: () => Date
  readonly renderJpeg: RenderJpeg
}

const nameMax = 64

/** The images of a link as a zip; its names tell nothing that the page does not. */
export function sharedZip(
  { files, log, clock, renderJpeg }: SharedZipDeps,
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
  const zip = imageZip(eachOf(images), {
    files,
    log,
    language,
    signal,
    timeZone,
    now: clock(),
    isForStrangers: true,
    renderJpeg: type === 'JPEG' ? atFullQuality(renderJpeg) : undefined,
  })
  const parts = [namePart(patientName, nameMax), dayIn(timeZone, new Date(studyDate))]
  const fileName = wholeName(`${parts.filter((part) => part !== '').join('_')}.zip`)
  return { zip, fileName, imageCount: images.length }
}
