import { IconAlertTriangle, IconClock, IconClockHour6 } from '@tabler/icons-react'
import type { RadCase } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'

/** Info, warning and danger, as the specification has them. */
const looks = {
  '24 Hours': { tone: 'blue', icon: IconClock },
  '6 Hours': { tone: 'amber', icon: IconClockHour6 },
  Urgent: { tone: 'red', icon: IconAlertTriangle },
} as const

/** The priority of a case; the namespace `cases` must be loaded. */
export function PriorityBadge({ priority }: { readonly priority: RadCase['priority'] }) {
  const { t } = useTranslation()
  const { tone, icon } = looks[priority]
  return (
    <Badge tone={tone} icon={<Icon icon={icon} size="xs" />}>
      {t(`cases:priority.${priority}`)}
    </Badge>
  )
}
