import { IconCircleCheck, IconClock, IconFileText } from '@tabler/icons-react'
import { caseStatus } from '@talus/contract'
import type { StudyRow } from '@talus/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/badge.tsx'

type Reported = Pick<StudyRow, 'caseStatus' | 'reportCount'>

/** What somebody has written about a study: its own report, or what a radiologist was asked. */
export function reportWords(t: TFunction, { caseStatus: status, reportCount }: Reported): string {
  if (status !== null && status !== caseStatus.cancelled) return t(`studies:case.${status}`)
  return reportCount > 0 ? t('studies:report.made', { count: reportCount }) : ''
}

export function ReportState({ row }: { readonly row: Reported }) {
  const { t } = useTranslation()
  const words = reportWords(t, row)
  if (words === '') return null
  const { caseStatus: status } = row
  const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const
  if (status === caseStatus.finalized)
    return (
      <Badge tone="green" icon={<IconCircleCheck {...icon} />}>
        {words}
      </Badge>
    )
  if (status === null || status === caseStatus.cancelled)
    return (
      <Badge tone="green" icon={<IconFileText {...icon} />}>
        {words}
      </Badge>
    )
  return (
    <Badge tone={status === caseStatus.waiting ? 'amber' : 'blue'} icon={<IconClock {...icon} />}>
      {words}
    </Badge>
  )
}
