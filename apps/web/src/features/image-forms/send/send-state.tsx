import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconLoader2 } from '@tabler/icons-react'
import type { DicomSend, SendState } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'

const stateStyles = {
  waiting: { tone: 'neutral', icon: IconClock },
  sending: { tone: 'blue', icon: IconLoader2 },
  sent: { tone: 'green', icon: IconCheck },
  failed: { tone: 'red', icon: IconAlertTriangle },
  cancelled: { tone: 'neutral', icon: IconBan },
} as const satisfies Record<SendState, unknown>

/** Shows the state by colour, icon and text. A failed send that will be retried is amber. */
export function SendStateBadge({ send }: { readonly send: Pick<DicomSend, 'state' | 'error'> }) {
  const { t } = useTranslation()
  const { icon, tone } = stateStyles[send.state]
  const isRetrying = send.state === 'waiting' && send.error !== null
  return (
    <Badge tone={isRetrying ? 'amber' : tone} icon={<Icon icon={icon} size="xs" />}>
      {isRetrying ? t('imageForms:state.retrying') : t(`imageForms:state.${send.state}`)}
    </Badge>
  )
}
