import { unitWords } from '../../../ui/quantities.ts'

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

/** Coarse on purpose: a guess to the second would jump with every image. */
export function durationWords(seconds: number, language: string): string {
  if (seconds < 55) return unitWords(language, Math.max(5, Math.ceil(seconds / 5) * 5), 'second')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return unitWords(language, minutes, 'minute')
  const parts = [unitWords(language, Math.floor(minutes / 60), 'hour')]
  if (minutes % 60 > 0) parts.push(unitWords(language, minutes % 60, 'minute'))
  return parts.join(' ')
}
