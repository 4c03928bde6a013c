import { Button } from '@mantine/core'
import { IconFolderOff, IconUserCheck } from '@tabler/icons-react'
import { can, formatCaseNumber, formatPatientName } from '@talus/contract'
import type { CaseId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useActor } from '../../../api/session.ts'
import { Icon } from '../../../ui/display/icon.tsx'
import { StatePanel } from '../../../ui/states/state-panel.tsx'
import { CaseSkeleton } from '../shared/case-skeleton.tsx'
import { UnsentTexts } from './unsent-texts.tsx'

interface UnreachableCaseProps {
  readonly caseId: CaseId
  /** Shown if the lists do not say who has the case. */
  readonly children: ReactNode
}

/**
 * Shown for a case that the server does not show to this user. A radiologist sees in the lists who
 * has the case of a colleague, such as one that was theirs before the page was loaded again.
 */
export function UnreachableCase({ caseId, children }: UnreachableCaseProps) {
  const isRadiologist = can(useActor(), 'case.view-as-radiologist')
  if (!isRadiologist) return children
  return (
    <>
      <UnsentTexts caseId={caseId} mayDo={() => false} areFindingsShown={false} />
      <Holder caseId={caseId}>{children}</Holder>
    </>
  )
}

/** The colleague who has the case. */
function Holder({ caseId, children }: UnreachableCaseProps) {
  const { t } = useTranslation()
  const assigned = useQuery(caseWorkQueries.assigned)
  const waiting = useQuery(caseWorkQueries.waiting)
  if (assigned.isPending || waiting.isPending) return <CaseSkeleton />
  const listed = [...(assigned.data ?? []), ...(waiting.data ?? [])]
  const row = listed.find(({ id }) => id === caseId)
  if (!row) return children
  return (
    <StatePanel
      icon={<Icon icon={row.radiologistName === '' ? IconFolderOff : IconUserCheck} size="3xl" />}
      title={t('caseReading:lost.to', { name: row.radiologistName })}
      text={[formatCaseNumber(row.id), formatPatientName(t, row.patientName)]
        .filter(Boolean)
        .join(' · ')}
    >
      <Button component={Link} to="/cases">
        {t('caseReading:action.back')}
      </Button>
    </StatePanel>
  )
}
