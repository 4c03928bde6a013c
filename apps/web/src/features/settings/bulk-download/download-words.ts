import type { TFunction } from 'i18next'
import { wordsOf } from '../../../api/call.ts'
import type { DownloadEnd } from './download.ts'
import { numberWords, sizeWords } from '../../../ui/quantities.ts'
import { durationWords, secondsLeft } from './progress-words.ts'
import type { Progress } from './progress-words.ts'
import { CutOff, NotWritten } from '../../../api/zip/receive-zip.ts'

/** `12 of 340 images, 81.5 MB, about 3 minutes left` */
export function progressText(t: TFunction, language: string, progress: Progress): string {
  const left = secondsLeft(progress)
  const soFar = {
    count: progress.total,
    done: numberWords(progress.done, language),
    total: numberWords(progress.total, language),
    size: sizeWords(progress.bytes, language),
  }
  return left === undefined
    ? t('settings:bulkDownload.progress', soFar)
    : t('settings:bulkDownload.progressLeft', { ...soFar, left: durationWords(left, language) })
}

function failureText(t: TFunction, error: unknown): string {
  if (error instanceof CutOff) return t('settings:bulkDownload.cutOff')
  if (error instanceof NotWritten) return t('settings:bulkDownload.notWritten')
  return t('settings:bulkDownload.refused', { reason: wordsOf(error) })
}

/** Images that the server could not read; the list inside of the file names them. */
export const missingOf = ({ done, total }: Progress) => total - done

/** What became of a download: the same words in the section and in the notice. */
export function endText(t: TFunction, language: string, end: DownloadEnd): string {
  switch (end.phase) {
    case 'empty':
      return t('settings:bulkDownload.empty', { clinic: end.job.clinicName })
    case 'cancelled':
      return t('settings:bulkDownload.cancelled')
    case 'failed':
      return failureText(t, end.error)
    case 'done': {
      const { progress, fileName } = end
      const saved = t('settings:bulkDownload.done', {
        count: progress.done,
        name: fileName,
        images: numberWords(progress.done, language),
        size: sizeWords(progress.bytes, language),
      })
      const missing = missingOf(progress)
      return missing === 0
        ? saved
        : `${saved} ${t('settings:bulkDownload.missing', { count: missing })}`
    }
    default:
      return end satisfies never
  }
}
