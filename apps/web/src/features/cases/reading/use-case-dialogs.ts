import { limits } from '@talus/contract'
import type { CaseDetail } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { caseMutations } from '../../../api/records/case.ts'
import { caseWorkMutations } from '../../../api/records/case-work.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { endHere } from './ended-here.ts'
import { openNoteDialog } from './note-dialog.tsx'

/** The dialogs of the actions that need a text. */
export function useCaseDialogs({ id, clinicName, criticalOn }: CaseDetail) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return {
    ask: () =>
      openNoteDialog({
        title: t('caseReading:action.requestMore'),
        text: t('caseReading:ask.text', { clinic: clinicName }),
        label: t('caseReading:ask.note'),
        confirm: t('caseReading:ask.send'),
        caseId: id,
        kind: 'question',
        max: limits.caseMessageMax,
        mutation: caseWorkMutations.requestMore,
        toRequest: (notes) => ({ body: { caseId: id, notes, isRadiologist: true } }),
        onSent: () => {
          toast.done(t('caseReading:ask.done'))
          void navigate('/cases')
        },
      }),
    release: () =>
      openNoteDialog({
        title: t('cases:release.title'),
        text: t('cases:release.text'),
        label: t('cases:release.reason'),
        confirm: t('cases:action.release'),
        caseId: id,
        kind: 'release',
        max: limits.caseReasonMax,
        isOptional: true,
        mutation: caseMutations.release,
        toRequest: (reason) => ({ params: { id }, body: { reason } }),
        onSaved: () => endHere(id),
        onSent: () => {
          toast.done(t('cases:release.done', { count: 1 }))
          void navigate('/cases')
        },
      }),
    critical: () =>
      openNoteDialog({
        title: t(criticalOn === null ? 'caseReading:critical.title' : 'caseReading:critical.again'),
        text: t(
          criticalOn === null ? 'caseReading:critical.text' : 'caseReading:critical.againText',
          { clinic: clinicName },
        ),
        label: t('caseReading:critical.note'),
        confirm: t('caseReading:critical.send'),
        caseId: id,
        kind: 'critical',
        max: limits.caseMessageMax,
        isDestructive: true,
        mutation: caseWorkMutations.reportCritical,
        toRequest: (text) => ({ params: { id }, body: { text } }),
      }),
  }
}
