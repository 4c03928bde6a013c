import { caseStatus, mayActOnCase } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useActor } from '../../../api/session.ts'
import { Notice } from './findings-notices.tsx'

/** The server shows the case of another radiologist to nobody but its clinic. */
export const isOutOfReach = (error: unknown) =>
  error instanceof ApiError && error.code === 'record/not-found'

/** The case as it was when the user lost it, as the case of another radiologist: without actions. */
export const toLostCase = (radCase: CaseDetail): CaseDetail => ({
  ...radCase,
  status: caseStatus.assigned,
  radiologistId: null,
  radiologistName: '',
})

export interface CaseLoss {
  /** Whether another radiologist has received the case while this page was open. */
  readonly isLost: boolean
  /** Whether this page has texts that its user could edit before. */
  readonly hasTexts: boolean
}

/** Notices that a case which was open for this user belongs to another radiologist now. */
export function useCaseLoss(radCase: CaseDetail, isReachable: boolean): CaseLoss {
  const actor = useActor()
  const mayWrite = mayActOnCase(actor, 'saveFindings', radCase)
  const [hasTexts, setHasTexts] = useState(mayWrite)
  if (mayWrite && !hasTexts) setHasTexts(true)
  const isBeingRead =
    radCase.status === caseStatus.assigned || radCase.status === caseStatus.waiting
  return { isLost: !isReachable || (hasTexts && !mayWrite && isBeingRead), hasTexts }
}

interface LostCaseProps {
  readonly radCase: CaseDetail
  readonly hasTexts: boolean
}

/** Says who has the case now. */
export function LostCase({ radCase, hasTexts }: LostCaseProps) {
  const { t } = useTranslation()
  // Radiologists see in the list who has a case, also one that they cannot open.
  const { data: assigned = [] } = useQuery(caseWorkQueries.assigned)
  const listed = assigned.find(({ id }) => id === radCase.id)
  const name = radCase.radiologistName || listed?.radiologistName
  return (
    <Notice
      text={[
        name ? t('caseReading:lost.to', { name }) : t('caseReading:lost.unknown'),
        hasTexts ? t('caseReading:lost.texts') : '',
      ]
        .filter(Boolean)
        .join(' ')}
    />
  )
}
