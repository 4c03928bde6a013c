import { Skeleton } from '@mantine/core'
import { can } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { caseNoticeQueries } from '../../api/records/case-notices.ts'
import { useClinicInUse } from '../../api/selected-clinic.ts'
import { useActor } from '../../api/session.ts'
import { lazyCode } from '../../lazy-code.ts'
import { WithCode } from '../../ui/states/with-code.tsx'

const code = lazyCode(() => import('./critical-findings.part.tsx'))

/**
 * Critical findings of the clinic's cases. They stay on every page until a user of the clinic has
 * acknowledged them; radiologists report them and acknowledge none.
 */
export function CriticalBanner() {
  const actor = useActor()
  const isForClinic = can(actor, 'case.create') && !actor.flags.radiologistCase
  const { data: findings = [] } = useQuery({ ...caseNoticeQueries.critical, enabled: isForClinic })
  const { pathname } = useLocation()
  const { clinic } = useClinicInUse()
  const shown = findings
    // Administrators of several clinics see those of the clinic for which they work.
    .filter(({ clinicId }) => clinicId === clinic?.id)
    // The page of a case shows its findings itself.
    .filter(({ caseId }) => pathname !== `/editcases/${String(caseId)}`)
    .toSorted((one, other) => other.createdOn.localeCompare(one.createdOn))
  if (shown.length === 0) return null
  return (
    <WithCode code={code} fallback={<Skeleton height={48} />}>
      {({ CriticalFindings }) => <CriticalFindings findings={shown} />}
    </WithCode>
  )
}
