import type { Instant, TrayEntryId, UndoneDecision } from '@talus/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/call.ts'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { trayMutations } from '../../api/records/tray.ts'
import { toast } from '../../ui/toasts/toast-store.ts'

interface MadeDecision {
  readonly entryIds: readonly TrayEntryId[]
  readonly decidedOn: Instant
}

/** Says what was undone, and which other images it concerns. */
function announce({ followed, staying }: UndoneDecision, t: TFunction): void {
  const details = [
    ...(followed > 0 ? [t('tray:undo.followed', { count: followed })] : []),
    ...(staying > 0 ? [t('tray:undo.staying', { count: staying })] : []),
  ]
  if (details.length === 0) toast.done(t('tray:undo.done'))
  else toast.long(staying > 0 ? 'warning' : 'done', [t('tray:undo.done'), ...details].join(' '))
}

/** Undoes a decision, also after its dialog has closed. */
export function useUndoDecision() {
  const { t } = useTranslation()
  const undo = useRecordMutation(trayMutations.undo)
  return async ({ entryIds, decidedOn }: MadeDecision): Promise<void> => {
    try {
      announce(await undo({ body: { entryIds: [...entryIds], decidedOn } }), t)
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
  }
}

/** Shows the success of a decision with the offer to undo it. */
export function useDoneWithUndo() {
  const { t } = useTranslation()
  const undo = useUndoDecision()
  return (text: string, made: MadeDecision) =>
    toast.doneWithUndo(text, { label: t('tray:undo.short'), run: () => void undo(made) })
}
