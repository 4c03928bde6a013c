import { can, caseStatus } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useActor } from '../../../api/session.ts'

/** Opens the next own case by due time; undefined if no other one waits for a report. */
export function useNextCase({ id }: Pick<CaseDetail, 'id'>): (() => void) | undefined {
  const actor = useActor()
  const navigate = useNavigate()
  const { data: assigned = [] } = useQuery({
    ...caseWorkQueries.assigned,
    enabled: can(actor, 'case.answer'),
  })
  const next = assigned.find(
    ({ id: other, radiologistId, status }) =>
      other !== id && radiologistId === actor.id && status === caseStatus.assigned,
  )
  return next && (() => void navigate(`/editcases/${String(next.id)}`))
}
