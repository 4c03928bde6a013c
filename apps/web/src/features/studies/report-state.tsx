import { IconCircleCheck, IconClock, IconFileText } from '@tabler/icons-react'
import { caseStatus } from '@talus/contract'
import type { StudyRow } from '@talus/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/display/badge.tsx'

type ReportedStudy = Pick<StudyRow, 'caseStatus' | 'reportCount'>

/** Formats the state of the radiologist's case of a study, or the number of its reports. */
export function formatReportState(
  t: TFunction,
  { caseStatus: status, reportCount }: ReportedStudy,
): string {
  if (status !== null && status !== caseStatus.cancelled) return t(`studies:case.${status}`)
  return reportCount > 0 ? t('studies:report.made', { count: reportCount }) : ''
}

export function ReportState({ row }: { readonly row: ReportedStudy }) {
  const { t } = useTranslation()
  const text = formatReportState(t, row)
  if (text === '') return null
  const { caseStatus: status } = row
  const icon = { size: 14, stroke: 1.75, 'aria-hidden': true } as const
  if (status === caseStatus.finalized)
    return (
      <Badge tone="green" icon={<IconCircleCheck {...icon} />}>
        {text}
      </Badge>
    )
  if (status === null || status === caseStatus.cancelled)
    return (
      <Badge tone="green" icon={<IconFileText {...icon} />}>
        {text}
      </Badge>
    )
  return (
    <Badge tone={status === caseStatus.waiting ? 'amber' : 'blue'} icon={<IconClock {...icon} />}>
      {text}
    </Badge>
  )
}
