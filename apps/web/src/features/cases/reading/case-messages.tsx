import { caseStatus, mayActOnCase } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useActor } from '../../../api/session.ts'
import { CaseThread } from '../shared/thread.tsx'

/** The thread of the case. A clinic that was asked writes its answer in the form of the question. */
export function CaseMessages({ radCase }: { readonly radCase: CaseDetail }) {
  const actor = useActor()
  const isAnswering =
    radCase.status === caseStatus.waiting && !mayActOnCase(actor, 'saveFindings', radCase)
  return (
    <CaseThread
      caseId={radCase.id}
      mayWrite={mayActOnCase(actor, 'writeMessage', radCase) && !isAnswering}
    />
  )
}
