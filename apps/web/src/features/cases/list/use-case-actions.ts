import { formatCaseNumber, formatCaseReportNumber } from '@talus/contract'
import type { CaseId, CaseRow } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { caseMutations, loadCaseReport } from '../../../api/records/case.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { saveFile } from '../../../api/save-file.ts'
import { useActor } from '../../../api/session.ts'
import { confirmDelete, showErrorDialog } from '../../../ui/modals/confirm.tsx'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { confirmTake } from '../shared/confirm-take.ts'
import { openAssignDialog } from './assign-dialog.tsx'
import { openReasonDialog } from './reason-dialog.tsx'

/** One after the other: the first refusal ends the series and is shown. */
async function doForEach(rows: readonly CaseRow[], act: (id: CaseId) => Promise<unknown>) {
  for (const { id } of rows) await act(id)
}

/** Takes cases; a single one opens. */
function useTakeCases(onMoved: () => void) {
  const { t } = useTranslation()
  const { id: radiologistId } = useActor()
  const navigate = useNavigate()
  const take = useRecordMutation(caseMutations.take)
  return useMutation({
    // The list may be refreshed, and the taken cases leave the selection, before the answer arrives.
    mutationFn: (taken: readonly CaseRow[]) =>
      doForEach(taken, (id) =>
        take({ form: { fields: { caseId: String(id), radiologistId: String(radiologistId) } } }),
      ),
    onSuccess: (_done, taken) => {
      toast.done(t('cases:take.done', { count: taken.length }))
      onMoved()
      const [one, ...others] = taken
      if (one && others.length === 0) void navigate(`/editcases/${one.id}`)
    },
  })
}

/**
 * The actions of the list; a failed one refreshes the rows, which another user has changed. After an
 * action the cases are in another tab, and `onMoved` ends their selection.
 */
export function useCaseActions(rows: readonly CaseRow[], onMoved: () => void) {
  const { t } = useTranslation()
  const actor = useActor()
  const navigate = useNavigate()
  const taking = useTakeCases(onMoved)
  const release = useRecordMutation(caseMutations.release)
  const cancel = useRecordMutation(caseMutations.cancel)
  const reopen = useRecordMutation(caseMutations.reopen)
  const remove = useRecordMutation(caseMutations.remove)
  const count = rows.length
  const [first] = rows
  const numbers = rows.map(({ id }) => formatCaseNumber(id)).join(', ')
  const open = (id: CaseId) => void navigate(`/editcases/${id}`)

  const download = useMutation({
    mutationFn: ({ id }: CaseRow) => loadCaseReport({ params: { id }, query: {} }),
    onSuccess: (file, { id }) => {
      const name = `${formatCaseReportNumber(id)}.pdf`
      saveFile(file, name)
      toast.savedFile(t('cases:report.saved', { name }))
    },
  })

  return {
    take: () => {
      void confirmTake(t, rows, actor.id).then((isConfirmed) => {
        if (isConfirmed) taking.mutate(rows)
      })
    },
    isTaking: taking.isPending,
    assign: () => first && openAssignDialog({ row: first, onOwn: () => open(first.id) }),
    release: () =>
      first &&
      openReasonDialog({
        caseId: first.id,
        kind: 'release',
        title: t('cases:release.title'),
        text: t('cases:release.text'),
        numbers,
        label: t('cases:release.reason'),
        action: t('cases:action.release'),
        needed: undefined,
        act: async (reason) => {
          await doForEach(rows, (id) => release({ params: { id }, body: { reason } }))
          toast.done(t('cases:release.done', { count }))
          onMoved()
        },
      }),
    cancel: () =>
      first &&
      openReasonDialog({
        caseId: first.id,
        kind: 'cancel',
        title: t('cases:cancel.title'),
        text: t('cases:cancel.text', { count }),
        numbers,
        label: t('cases:cancel.reason'),
        action: t('cases:cancel.confirm'),
        needed: t('cases:cancel.needed'),
        act: async (reason) => {
          await doForEach(rows, (caseId) => cancel({ body: { caseId, reason } }))
          toast.done(t('cases:cancel.done', { count }))
          onMoved()
        },
      }),
    reopen: () =>
      first &&
      openReasonDialog({
        caseId: first.id,
        kind: 'reopen',
        title: t('cases:reopen.title'),
        text: t('cases:reopen.text'),
        numbers,
        label: t('cases:cancel.reason'),
        action: t('cases:action.reopen'),
        needed: t('cases:cancel.needed'),
        act: async (reason) => {
          await doForEach(rows, (id) => reopen({ params: { id }, body: { reason } }))
          toast.done(t('cases:reopen.done', { count }))
          onMoved()
        },
      }),
    remove: () =>
      void confirmDelete({
        title: t('cases:delete.title'),
        text: t('cases:delete.text', {
          count,
          names: numbers,
        }),
        act: async () => {
          await doForEach(rows, (id) => remove({ params: { id } }))
          toast.done(t('cases:delete.done', { count }))
          onMoved()
        },
      }),
    /** Exactly one case can be opened; the specification asks for the error dialog. */
    view: () => {
      if (first && count === 1) open(first.id)
      else showErrorDialog(t('cases:onlyOneView'))
    },
    download: () => {
      if (first && count === 1) download.mutate(first)
      else showErrorDialog(t('cases:onlyOneDownload'))
    },
    isDownloading: download.isPending,
    pay: () =>
      void navigate(`/selectedCasesInvoice?cases=${rows.map(({ id }) => String(id)).join(',')}`),
  }
}
