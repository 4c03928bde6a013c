import { can, getRestoreCapability, isUndoable, trayChoices } from '@talus/contract'
import type { Actor, ClinicId, TrayDecision, TrayEntryId, TrayGroup } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useTranslation } from 'react-i18next'
import { callForFile } from '../../api/call.ts'
import { trayMutations } from '../../api/records/tray.ts'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { saveFile } from '../../api/save-file.ts'
import { useActor } from '../../api/session.ts'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { confirm, showError } from '../../ui/modals/confirm.tsx'
import { useShortcuts } from '../../ui/shortcuts/use-shortcuts.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { openAssignDialog } from './assign-dialog.tsx'
import { openCreateDialog } from './create-dialog.tsx'
import { openDiscardDialog } from './discard-dialog.tsx'
import { openReplaceDialog } from './replace-dialog.tsx'
import { useDoneWithUndo, useUndoDecision } from './undo-decision.ts'
import styles from './tray.module.css'

interface TrayActionsProps {
  readonly group: TrayGroup
  readonly clinicId: ClinicId
  readonly timeZone: string
}

/** The decisions of a group. The first one is the primary button; discarding is at the far end. */
export function TrayActions({ group, clinicId, timeZone }: TrayActionsProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const choices = listChoices(actor, group)
  const run = useDecisions({ group, clinicId, timeZone })
  const recover = useRecover(group)
  const download = useDownload()
  const [primary] = choices
  const reason = can(actor, 'tray.decide') ? undefined : t('tray:mayNot')
  useShortcuts([
    {
      keys: 'd',
      label: t('tray:keys.act'),
      run: () => primary && run(primary),
      // A single letter opens a dialog, and changes nothing by itself.
      when:
        reason === undefined &&
        group.decision === null &&
        primary !== undefined &&
        opensDialog.includes(primary),
    },
  ])
  if (group.decision && isUndoable(group.decision.kind)) return <UndoAction group={group} />
  if (group.decision)
    return (
      <div className={styles.actions}>
        <ExplainedButton
          reason={can(actor, 'tray.discard') ? undefined : t('tray:mayNotDiscard')}
          onClick={recover}
        >
          {t('tray:action.recover')}
        </ExplainedButton>
      </div>
    )
  return (
    <div className={styles.actions}>
      {choices.map((choice) => (
        <ExplainedButton
          key={choice}
          variant={choice === primary && choice !== 'discard' ? 'filled' : 'default'}
          {...(choice === 'discard' && { color: 'red', variant: 'subtle', className: styles.end })}
          reason={
            reason ??
            (needsDiscard(choice) && !can(actor, 'tray.discard')
              ? t('tray:mayNotDiscard')
              : undefined)
          }
          onClick={() => run(choice)}
        >
          {t(`tray:action.${toActionKey(group, choice)}`)}
        </ExplainedButton>
      ))}
      {group.reason === 'unreadable' ? (
        <ExplainedButton variant="default" reason={reason} onClick={() => download(group.id)}>
          {t('tray:action.download')}
        </ExplainedButton>
      ) : null}
      {group.reason === 'study-deleted' && !can(actor, 'study.restore') ? (
        <p className={styles.hint}>{t('tray:whoRestores')}</p>
      ) : null}
    </div>
  )
}

const opensDialog: readonly TrayDecision[] = ['assign', 'create', 'discard']

const needsDiscard = (choice: TrayDecision) => choice === 'discard' || choice === 'replace'

const listChoices = (actor: Actor, { reason }: TrayGroup): readonly TrayDecision[] =>
  trayChoices[reason].filter(
    (choice) => choice !== 'restore' || can(actor, getRestoreCapability(reason)),
  )

/** The key of the texts of a decision: three kinds of records can be restored. */
function toActionKey<Choice extends TrayDecision>({ reason }: TrayGroup, choice: Choice) {
  if (choice !== 'restore') return choice
  if (reason === 'patient-inactive') return 'restoreAnimal'
  return reason === 'image-rejected' ? 'restoreImage' : choice
}

function useDecisions({ group, clinicId, timeZone }: TrayActionsProps) {
  const { t } = useTranslation()
  const decide = useRecordMutation(trayMutations.decide)
  const { entryIds } = group
  const showDone = useDoneWithUndo()
  const decideNow = async (decision: 'keep-both' | 'restore') => {
    const { decidedOn } = await decide({ body: { entryIds, decision } })
    const text = t(`tray:done.${toActionKey(group, decision)}`)
    if (decision === 'restore') toast.done(text)
    else showDone(text, { entryIds, decidedOn })
  }
  const decideOrShow = (decision: 'keep-both' | 'restore') =>
    void decideNow(decision).catch((error: unknown) =>
      showError(error instanceof Error ? error.message : t('errors:unknown')),
    )
  return (decision: TrayDecision) => {
    switch (decision) {
      case 'assign':
        return openAssignDialog({ group, clinicId, showDone })
      case 'create':
        return openCreateDialog({ group, showDone })
      case 'discard':
        return openDiscardDialog({ group })
      case 'replace':
        return openReplaceDialog({ group, timeZone, showDone })
      default:
        return decideOrShow(decision)
    }
  }
}

/** The button that undoes the decision of a group, after a question. */
function UndoAction({ group }: { readonly group: TrayGroup }) {
  const { t } = useTranslation()
  const actor = useActor()
  const undo = useUndoDecision()
  const { decision, entryIds } = group
  const needed = decision?.kind === 'replace' ? 'tray.discard' : 'tray.decide'
  const mayNot = needed === 'tray.discard' ? t('tray:mayNotDiscard') : t('tray:mayNot')
  return (
    <div className={styles.actions}>
      <ExplainedButton
        reason={can(actor, needed) ? undefined : mayNot}
        onClick={() =>
          void confirm({
            title: t('tray:undo.title'),
            text: t(decision?.kind === 'replace' ? 'tray:undo.replaceText' : 'tray:undo.text', {
              count: entryIds.length,
            }),
            confirm: t('tray:undo.act'),
            cancel: t('tray:undo.keep'),
            act: async () => {
              if (decision) await undo({ entryIds, decidedOn: decision.on })
            },
          })
        }
      >
        {t('tray:undo.act')}
      </ExplainedButton>
    </div>
  )
}

/** Saves a received file as it is, so that support can examine it. */
function useDownload() {
  const { t } = useTranslation()
  return (id: TrayEntryId) =>
    void callForFile(routes.tray.file, { params: { id } }).then(
      (file) => saveFile(file, `${id}.dcm`),
      (error: unknown) => showError(error instanceof Error ? error.message : t('errors:unknown')),
    )
}

function useRecover({ entryIds }: TrayGroup) {
  const { t } = useTranslation()
  const recover = useRecordMutation(trayMutations.recover)
  return () =>
    void recover({ body: { entryIds } }).then(
      () => toast.done(t('tray:done.recover')),
      (error: unknown) => showError(error instanceof Error ? error.message : t('errors:unknown')),
    )
}
