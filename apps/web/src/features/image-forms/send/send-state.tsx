import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconLoader2 } from '@tabler/icons-react'
import type { DicomSend, SendState } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/display/badge.tsx'

const stateStyles = {
  waiting: { tone: 'neutral', Icon: IconClock },
  sending: { tone: 'blue', Icon: IconLoader2 },
  sent: { tone: 'green', Icon: IconCheck },
  failed: { tone: 'red', Icon: IconAlertTriangle },
  cancelled: { tone: 'neutral', Icon: IconBan },
} as const satisfies Record<SendState, unknown>

/** Shows the state by colour, icon and text. A failed send that will be retried is amber. */
export function SendStateBadge({ send }: { readonly send: Pick<DicomSend, 'state' | 'error'> }) {
  const { t } = useTranslation()
  const { Icon, tone } = stateStyles[send.state]
  const isRetrying = send.state === 'waiting' && send.error !== null
  return (
    <Badge tone={isRetrying ? 'amber' : tone} icon={<Icon size={14} stroke={2} aria-hidden />}>
      {isRetrying ? t('imageForms:state.retrying') : t(`imageForms:state.${send.state}`)}
    </Badge>
  )
}
