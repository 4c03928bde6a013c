import { formatPatientName } from '@talus/contract'
import type { Instant, StudyId, TrayEntryId, UndoneDecision } from '@talus/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { getErrorMessage } from '../../api/call.ts'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { trayMutations } from '../../api/records/tray.ts'
import { toast } from '../../ui/toasts/toast-store.ts'

interface MadeDecision {
  readonly entryIds: readonly TrayEntryId[]
  readonly decidedOn: Instant
}

const namedMax = 3

/** Names the studies with images that stay, because another user may have to move them. */
function formatStaying(studies: UndoneDecision['stayingStudies'], t: TFunction): string {
  const named = studies.slice(0, namedMax).map(({ patientName, patientId, day, images }) =>
    t('tray:undo.stayingStudy', {
      animal: `${formatPatientName(t, patientName, { number: patientId })} (${patientId})`,
      day,
      count: images,
    }),
  )
  const more = studies.length - named.length
  const list = more > 0 ? [...named, t('tray:undo.more', { count: more })] : named
  return t('tray:undo.staying', { count: studies.length, studies: list.join('; ') })
}

/** Says what was undone, and which other images it concerns; one study can be opened at once. */
function announce(
  { followed, stayingStudies }: UndoneDecision,
  t: TFunction,
  open: (studyId: StudyId) => void,
): void {
  const details = [
    ...(followed > 0 ? [t('tray:undo.followed', { count: followed })] : []),
    ...(stayingStudies.length > 0 ? [formatStaying(stayingStudies, t)] : []),
  ]
  const text = [t('tray:undo.done'), ...details].join(' ')
  const [first] = stayingStudies
  if (first)
    toast.long('warning', text, {
      label: t('tray:undo.open'),
      run: () => open(first.studyId),
    })
  else if (followed > 0) toast.long('done', text)
  else toast.done(text)
}

/** Undoes a decision, also after its dialog has closed. */
export function useUndoDecision() {
  const { t } = useTranslation()
  const undo = useRecordMutation(trayMutations.undo)
  const navigate = useNavigate()
  return async ({ entryIds, decidedOn }: MadeDecision): Promise<void> => {
    try {
      announce(
        await undo({ body: { entryIds: [...entryIds], decidedOn } }),
        t,
        (studyId) => void navigate(`/viewer?studyId=${studyId}`),
      )
    } catch (error) {
      toast.error(getErrorMessage(error))
    }
  }
}

/**
 * Shows the success of a decision with the offer to undo it. Dialogs get the function from their page,
 * because they are outside of the routes.
 */
export function useDoneWithUndo() {
  const { t } = useTranslation()
  const undo = useUndoDecision()
  return (text: string, made: MadeDecision) =>
    toast.doneWithUndo(text, { label: t('tray:undo.short'), run: () => void undo(made) })
}

export type ShowDone = ReturnType<typeof useDoneWithUndo>
