export interface Progress {
  /** Images that have come as a whole. */
  readonly done: number
  readonly total: number
  readonly bytes: number
  readonly elapsedMs: number
}

/** Before that, one slow or quick image would decide what is said. */
const settledMs = 3000

/** As long as the rest takes at the pace so far; nothing as long as nobody can tell. */
export function secondsLeft({ done, total, elapsedMs }: Progress): number | undefined {
  if (done === 0 || elapsedMs < settledMs) return undefined
  return ((elapsedMs / done) * (total - done)) / 1000
}

const unit = (language: string, value: number, name: string, digits = 0) =>
  new Intl.NumberFormat(language, {
    style: 'unit',
    unit: name,
    unitDisplay: name.endsWith('byte') ? 'short' : 'long',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value)

const perMegabyte = 1_000_000

/** `3.4 MB`, `3,4 Mo`: as file managers count. */
export function sizeWords(bytes: number, language: string): string {
  const megabytes = bytes / perMegabyte
  if (megabytes < 100) return unit(language, megabytes, 'megabyte', 1)
  if (megabytes < 1000) return unit(language, megabytes, 'megabyte')
  return unit(language, megabytes / 1000, 'gigabyte', 2)
}

/** Coarse on purpose: a guess to the second would jump with every image. */
export function durationWords(seconds: number, language: string): string {
  if (seconds < 55) return unit(language, Math.max(5, Math.ceil(seconds / 5) * 5), 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return unit(language, minutes, 'minute')
  const parts = [unit(language, Math.floor(minutes / 60), 'hour')]
  if (minutes % 60 > 0) parts.push(unit(language, minutes % 60, 'minute'))
  return parts.join(' ')
}

export const numberWords = (value: number, language: string) =>
  new Intl.NumberFormat(language).format(value)
