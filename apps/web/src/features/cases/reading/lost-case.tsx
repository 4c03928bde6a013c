import { Button } from '@mantine/core'
import { caseStatus, mayActOnCase } from '@talus/contract'
import type { CaseDetail, CaseId } from '@talus/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../../api/api-error.ts'
import { caseWorkQueries } from '../../../api/records/case-work.ts'
import { useCaseZone } from '../../../api/case-zone.ts'
import { useActor } from '../../../api/session.ts'
import { useStore } from '../../../store.ts'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { formatClockTime, formatDateTime, formatDay } from '../../../ui/format/dates.ts'
import { useNow } from '../shared/use-now.ts'
import { beginHere, casesEndedHere } from './ended-here.ts'
import { Notice } from './findings-notices.tsx'
import type { FindingsInput } from './reading-work.tsx'

/** The actions that withdraw a case from its radiologist. */
const lossSteps = ['assign', 'take', 'release', 'cancel', 'finalize'] as const

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
  /** Whether the case was withdrawn from this user while this page was open. */
  readonly isLost: boolean
  /** Whether the page shows texts that its user could edit before. */
  readonly hasTexts: boolean
  /** Shows the page as it is without the texts; the copy of this browser stays. */
  readonly close: () => void
}

/**
 * Notices that a case which was open for this user was withdrawn: given to another radiologist,
 * released, cancelled, or reported in another window.
 */
export function useCaseLoss(radCase: CaseDetail, isReachable: boolean): CaseLoss {
  const actor = useActor()
  const mayWrite = mayActOnCase(actor, 'saveFindings', radCase)
  const isEndedHere = useStore(casesEndedHere).has(radCase.id)
  /** The case whose texts this page shows: the page stays when the next case is opened. */
  const [written, setWritten] = useState(mayWrite ? radCase.id : undefined)
  if (mayWrite && written !== radCase.id) setWritten(radCase.id)
  const hasTexts = written === radCase.id
  useEffect(() => {
    if (mayWrite) beginHere(radCase.id)
  }, [mayWrite, radCase.id])
  return {
    isLost: !isReachable || (hasTexts && !mayWrite && !isEndedHere),
    hasTexts,
    close: () => setWritten(undefined),
  }
}

interface LostCaseProps {
  readonly radCase: CaseDetail
  readonly loss: CaseLoss
  readonly input: RefObject<FindingsInput | null>
}

/** Says who has withdrawn the case, when and why, until the user closes the texts. */
export function LostCase({ radCase, loss, input }: LostCaseProps) {
  const { t } = useTranslation()
  const what = useLossText(radCase.id, radCase.radiologistName)
  if (!loss.hasTexts) return <Notice text={what} />
  return (
    <Notice text={[what, t('caseReading:lost.texts')].join(' ')}>
      <CopyButton
        getText={() => input.current?.getText() ?? ''}
        what={t('caseReading:unsent.text')}
        label={t('caseReading:lost.copy')}
      />
      <Button size="compact-sm" variant="default" onClick={loss.close}>
        {t('common:action.close')}
      </Button>
    </Notice>
  )
}

/** A sentence such as "Cancelled by Ada Keller, 14:02: the owner has moved." */
export function useLossText(caseId: CaseId, holder = ''): string {
  const { t } = useTranslation()
  const timeZone = useCaseZone()
  const now = useNow()
  const { data: loss } = useQuery({ ...caseWorkQueries.loss(caseId), retry: false })
  // Radiologists see in the list who has a case, also one that they cannot open.
  const { data: assigned = [] } = useQuery(caseWorkQueries.assigned)
  const name = holder || (assigned.find(({ id }) => id === caseId)?.radiologistName ?? '')
  const has = name === '' ? t('caseReading:lost.unknown') : t('caseReading:lost.to', { name })
  if (!loss) return has
  const { action, actorName: actor, radiologistName: radiologist, createdOn, note } = loss
  const isToday = formatDay(createdOn, timeZone) === formatDay(now, timeZone)
  const time = isToday
    ? formatClockTime(new Date(createdOn), timeZone)
    : formatDateTime(createdOn, timeZone)
  const step = lossSteps.find((one) => one === action)
  if (!step) return has
  const how = t(`caseReading:lost.by.${step}`, { actor, radiologist, time })
  return note === '' ? `${how}.` : t('caseReading:lost.why', { how, reason: note })
}
