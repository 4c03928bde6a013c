import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconClockExclamation,
  IconPlayerPause,
} from '@tabler/icons-react'
import type { getDueTime } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useCaseZone } from '../../../api/case-zone.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { formatDateTime } from '../../../ui/format/dates.ts'
import { formatDueTime } from './due-text.ts'

const looks = {
  'in-time': { tone: 'neutral', icon: IconClock },
  soon: { tone: 'amber', icon: IconClockExclamation },
  overdue: { tone: 'red', icon: IconAlertTriangle },
  paused: { tone: 'blue', icon: IconPlayerPause },
  done: { tone: 'green', icon: IconCircleCheck },
} as const

interface DueChipProps {
  readonly radCase: Parameters<typeof getDueTime>[0]
  readonly now: Date
}

/**
 * The time that is left for the report, amber from three quarters of it on and red when it is late.
 * The hint has the time of day in the time zone of the clinic, like the lists.
 */
export function DueChip({ radCase, now }: DueChipProps) {
  const { t } = useTranslation()
  const timeZone = useCaseZone()
  const { state, isOverdue, text } = formatDueTime(t, radCase, now)
  if (state === 'none' || radCase.dueOn === null) return null
  const { tone, icon } =
    state === 'done' && isOverdue ? { ...looks.done, tone: 'neutral' as const } : looks[state]
  return (
    <span
      data-due={state}
      data-hint={
        state === 'paused'
          ? t('cases:due.pausedHint')
          : t('cases:due.hint', { time: formatDateTime(radCase.dueOn, timeZone) })
      }
    >
      <Badge tone={tone} icon={<Icon icon={icon} size="xs" />}>
        {text}
      </Badge>
    </span>
  )
}
