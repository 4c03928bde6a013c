import type { TFunction } from 'i18next'
import { getErrorMessage } from '../../../api/call.ts'
import type { DownloadEnd } from './download.ts'
import { formatLocaleNumber, formatFileSize } from '../../../ui/format/quantities.ts'
import { formatDuration, estimateSecondsLeft } from './download-progress.ts'
import type { DownloadProgress } from './download-progress.ts'
import { ConnectionLostError, WriteFailedError } from '../../../api/zip/receive-zip.ts'

/** Formats the progress, such as `12 of 340 images, 81.5 MB, about 3 minutes left`. */
export function formatProgress(t: TFunction, language: string, progress: DownloadProgress): string {
  const remaining = estimateSecondsLeft(progress)
  const soFar = {
    count: progress.total,
    done: formatLocaleNumber(progress.done, language),
    total: formatLocaleNumber(progress.total, language),
    size: formatFileSize(progress.bytes, language),
  }
  return remaining === undefined
    ? t('settings:bulkDownload.progress', soFar)
    : t('settings:bulkDownload.progressLeft', {
        ...soFar,
        left: formatDuration(remaining, language),
      })
}

function formatFailure(t: TFunction, error: unknown): string {
  if (error instanceof ConnectionLostError) return t('settings:bulkDownload.cutOff')
  if (error instanceof WriteFailedError) return t('settings:bulkDownload.notWritten')
  return t('settings:bulkDownload.refused', { reason: getErrorMessage(error) })
}

/** Number of images that the server could not read; a list in the zip names them. */
export const countMissing = ({ done, total }: DownloadProgress) => total - done

/** Formats the result of a download, for the section and the toast. */
export function formatDownloadEnd(t: TFunction, language: string, end: DownloadEnd): string {
  switch (end.phase) {
    case 'empty':
      return t('settings:bulkDownload.empty', { clinic: end.job.clinicName })
    case 'cancelled':
      return t('settings:bulkDownload.cancelled')
    case 'failed':
      return formatFailure(t, end.error)
    case 'done': {
      const { progress, fileName } = end
      const saved = t('settings:bulkDownload.done', {
        count: progress.done,
        name: fileName,
        images: formatLocaleNumber(progress.done, language),
        size: formatFileSize(progress.bytes, language),
      })
      const missing = countMissing(progress)
      return missing === 0
        ? saved
        : `${saved} ${t('settings:bulkDownload.missing', { count: missing })}`
    }
    default:
      return end satisfies never
  }
}
