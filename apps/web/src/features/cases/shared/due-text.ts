import { getDueTime } from '@talus/contract'
import type { DueTime } from '@talus/contract'
import type { TFunction } from 'i18next'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * A length of time in its two largest units: `3 d 4 h`, `2 h 5 min`, `45 min`. Time that is left is
 * rounded down, so that no page promises more than there is.
 */
export function formatDuration(t: TFunction, ms: number): string {
  const length = Math.abs(ms)
  if (length < minuteMs) return t('cases:duration.short')
  if (length >= dayMs)
    return t('cases:duration.days', {
      days: Math.floor(length / dayMs),
      hours: Math.floor((length % dayMs) / hourMs),
    })
  if (length >= hourMs)
    return t('cases:duration.hours', {
      hours: Math.floor(length / hourMs),
      minutes: Math.floor((length % hourMs) / minuteMs),
    })
  return t('cases:duration.minutes', { minutes: Math.floor(length / minuteMs) })
}

type TimedCase = Parameters<typeof getDueTime>[0]

export interface DueText {
  readonly state: DueTime['state']
  readonly isOverdue: boolean
  readonly text: string
}

/** The due time in words; an empty text for a draft and a cancelled case. */
export function formatDueTime(t: TFunction, radCase: TimedCase, now: Date): DueText {
  const { state, remainingMs, isOverdue } = getDueTime(radCase, now)
  const describe = () => {
    if (state === 'none') return ''
    if (state === 'done') return isOverdue ? t('cases:due.doneLate') : t('cases:due.done')
    const time = formatDuration(t, remainingMs)
    if (state === 'paused')
      return t(isOverdue ? 'cases:due.pausedLate' : 'cases:due.paused', { time })
    return t(isOverdue ? 'cases:due.overdue' : 'cases:due.in', { time })
  }
  return { state, isOverdue, text: describe() }
}
