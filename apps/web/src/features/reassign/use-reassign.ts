import { formatPatientName } from '@talus/contract'
import type { Reassignment, ReassignmentId, UndoneReassignment } from '@talus/contract'
import { useMutation } from '@tanstack/react-query'
import type { UseMutationOptions } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/call.ts'
import { useRecordMutation, withOwnError } from '../../api/records/mutation.ts'
import { reassignMutations } from '../../api/records/reassign.ts'
import { toast } from '../../ui/toasts/toast-store.ts'

/** The records of a merge or move are named with their numbers, or the day of a study. */
export function formatReassigned(
  t: TFunction,
  { subject, target }: Pick<Reassignment, 'subject' | 'target'>,
) {
  const format = (text: string) =>
    text.replace(
      /^(Unnamed \S+) \(([^)]+)\)/u,
      (_all, name: string, number: string) =>
        `${formatPatientName(t, name, { number })} (${number})`,
    )
  return { subject: format(subject), target: format(target) }
}

/** Says what was undone, and which records that arrived meanwhile went back or stay. */
function announce(undone: UndoneReassignment, t: TFunction): void {
  const { kind, followed, staying } = undone
  const names = formatReassigned(t, undone)
  const what = kind === 'merge-owners' ? 'animals' : 'studies'
  const text = t(`reassign:undone.${kind}`, names)
  const details = [
    ...(followed > 0 ? [t(`reassign:followed.${what}`, { count: followed })] : []),
    ...(staying > 0 ? [t(`reassign:staying.${what}`, { count: staying, name: names.target })] : []),
  ]
  if (details.length === 0) toast.done(text)
  else toast.long(staying > 0 ? 'warning' : 'done', [`${text}.`, ...details].join(' '))
}

/** Undoes a merge or move, also after the dialog has closed; returns false if that was refused. */
export function useUndo() {
  const { t } = useTranslation()
  const undo = useRecordMutation(reassignMutations.undo)
  return async (id: ReassignmentId): Promise<boolean> => {
    try {
      const undone = await undo({ params: { id } })
      announce(undone, t)
      return true
    } catch (error) {
      toast.error(getErrorMessage(error))
      return false
    }
  }
}

/** A merge or move whose success is shown with the offer to undo it. */
export function useReassign<Request>(
  options: UseMutationOptions<Reassignment, Error, Request>,
  {
    onDone,
    onRefused,
  }: {
    readonly onDone: (made: Reassignment) => void
    /** Loads the records again, because another user may have changed them. */
    readonly onRefused: () => unknown
  },
) {
  const { t } = useTranslation()
  const undo = useUndo()
  return useMutation({
    ...withOwnError(options),
    onSuccess: (made: Reassignment) => {
      toast.doneWithUndo(t(`reassign:done.${made.kind}`, formatReassigned(t, made)), {
        label: t('reassign:undo'),
        run: () => void undo(made.id),
      })
      onDone(made)
    },
    onError: () => onRefused(),
  })
}
