import {
  IconBan,
  IconCircleCheck,
  IconInbox,
  IconMessageQuestion,
  IconPencil,
  IconUserCheck,
} from '@tabler/icons-react'
import { caseStatus } from '@talus/contract'
import type { CaseStatus } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../../ui/display/badge.tsx'
import { Icon } from '../../../ui/display/icon.tsx'

const looks = {
  [caseStatus.draft]: { tone: 'neutral', icon: IconPencil },
  [caseStatus.available]: { tone: 'blue', icon: IconInbox },
  [caseStatus.assigned]: { tone: 'blue', icon: IconUserCheck },
  [caseStatus.waiting]: { tone: 'amber', icon: IconMessageQuestion },
  [caseStatus.finalized]: { tone: 'green', icon: IconCircleCheck },
  [caseStatus.cancelled]: { tone: 'neutral', icon: IconBan },
} as const

/** The status of a case as a word with an icon; the namespace `cases` must be loaded. */
export function StatusBadge({ status }: { readonly status: CaseStatus }) {
  const { t } = useTranslation()
  const { tone, icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon icon={icon} size="xs" />}>
      {t(`cases:status.${status}`)}
    </Badge>
  )
}
