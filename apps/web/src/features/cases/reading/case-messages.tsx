import { can, caseStatus, mayActOnCase } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActor } from '../../../api/session.ts'
import { CaseThread } from '../shared/thread.tsx'
import { useThreadNoticesRead } from './use-case-notices.ts'

interface CaseMessagesProps {
  readonly radCase: CaseDetail
  /** Scrolls to the newest text when it changes. */
  readonly showRequest: string | undefined
  /** Called with whether a message is typed that is not sent. */
  readonly onTyped?: (isTyped: boolean) => void
}

/** The thread of the case. A clinic that was asked writes its answer in the form of the question. */
export function CaseMessages({ radCase, showRequest, onTyped }: CaseMessagesProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const [isNewestShown, setNewestShown] = useState(false)
  useThreadNoticesRead(radCase.id, isNewestShown)
  const isAnswering =
    radCase.status === caseStatus.waiting && !mayActOnCase(actor, 'saveFindings', radCase)
  const mayWrite = mayActOnCase(actor, 'writeMessage', radCase) && !isAnswering
  const isRadiologist = can(actor, 'case.view-as-radiologist')
  return (
    <CaseThread
      caseId={radCase.id}
      messageLabel={
        mayWrite
          ? t(isRadiologist ? 'caseReading:thread.toClinic' : 'caseReading:thread.toRadiologist')
          : undefined
      }
      showRequest={showRequest}
      onNewestShown={setNewestShown}
      onTyped={onTyped}
    />
  )
}
