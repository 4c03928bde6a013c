import { formatUnit } from '../../../ui/format/quantities.ts'

export interface DownloadProgress {
  /** Number of images received completely. */
  readonly done: number
  readonly total: number
  readonly bytes: number
  readonly elapsedMs: number
}

/** Before that, a single slow or fast image would dominate the estimate. */
const settledMs = 3000

/** Estimates the remaining time from the pace so far; undefined while there is too little data. */
export function estimateSecondsLeft({
  done,
  total,
  elapsedMs,
}: DownloadProgress): number | undefined {
  if (done === 0 || elapsedMs < settledMs) return undefined
  return ((elapsedMs / done) * (total - done)) / 1000
}

/** Rounds coarsely on purpose: an estimate in seconds would change with every image. */
export function formatDuration(seconds: number, language: string): string {
  if (seconds < 55) return formatUnit(language, Math.max(5, Math.ceil(seconds / 5) * 5), 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return formatUnit(language, minutes, 'minute')
  const parts = [formatUnit(language, Math.floor(minutes / 60), 'hour')]
  if (minutes % 60 > 0) parts.push(formatUnit(language, minutes % 60, 'minute'))
  return parts.join(' ')
}
