import { IconCircleCheck, IconClock, IconFileText } from '@tabler/icons-react'
import { caseStatus } from '@talus/contract'
import type { StudyRow } from '@talus/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge } from '../../ui/display/badge.tsx'
import { Icon } from '../../ui/display/icon.tsx'

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
  if (status === caseStatus.finalized)
    return (
      <Badge tone="green" icon={<Icon icon={IconCircleCheck} size="xs" />}>
        {text}
      </Badge>
    )
  if (status === null || status === caseStatus.cancelled)
    return (
      <Badge tone="green" icon={<Icon icon={IconFileText} size="xs" />}>
        {text}
      </Badge>
    )
  return (
    <Badge
      tone={status === caseStatus.waiting ? 'amber' : 'blue'}
      icon={<Icon icon={IconClock} size="xs" />}
    >
      {text}
    </Badge>
  )
}
