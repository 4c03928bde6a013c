import { IconEye, IconFileText, IconRestore, IconTrash } from '@tabler/icons-react'
import { can, formatPatientName } from '@talus/contract'
import type { StudyRow } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { recordKeys } from '../../api/records/keys.ts'
import { studyMutations } from '../../api/records/study.ts'
import { useActor } from '../../api/session.ts'
import { ExplainedButton } from '../../ui/buttons/explained-button.tsx'
import { confirmDelete } from '../../ui/modals/confirm.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import { useOpenViewer } from './use-open-viewer.ts'
import { Icon } from '../../ui/display/icon.tsx'
import styles from './study-preview.module.css'

interface ActionProps {
  readonly row: StudyRow | undefined
}

interface StudyActionsProps extends ActionProps {
  readonly xray: ReactNode
  readonly images: ReactNode
  readonly createCase?: ReactNode
  /** Moves the study to another animal. */
  readonly move?: ReactNode
}

/** The actions on the selected study; a disabled action shows the reason. */
export function StudyActions({ row, xray, images, createCase, move }: StudyActionsProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const viewer = useOpenViewer()
  return (
    <>
      <ExplainedButton
        leftSection={<Icon icon={IconEye} />}
        reason={viewer.getDisabledReason(row)}
        onClick={() => row && viewer.open(row)}
      >
        {t('studies:action.viewImages')}
      </ExplainedButton>
      {xray}
      {images}
      {can(actor, 'report.create') ? <CreateReport row={row} /> : null}
      {createCase}
      {can(actor, 'study.delete') ? (
        <div className={styles.pair}>
          {move}
          <DeleteStudy row={row} />
        </div>
      ) : null}
      {can(actor, 'study.restore') && row?.deleted ? <RestoreStudy row={row} /> : null}
    </>
  )
}

export function CreateReport({ row }: ActionProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const getReason = () => {
    if (!row) return t('studies:reason.noneSelected')
    return row.deleted ? t('studies:reason.deleted') : undefined
  }
  return (
    <ExplainedButton
      variant="default"
      leftSection={<Icon icon={IconFileText} />}
      reason={getReason()}
      onClick={() => row && void navigate(`/report?studyId=${row.studyId}`)}
    >
      {t('studies:action.createReport')}
    </ExplainedButton>
  )
}

function DeleteStudy({ row }: ActionProps) {
  const { t } = useTranslation()
  const getReason = () => {
    if (!row) return t('studies:reason.noneSelected')
    return row.deleted ? t('studies:reason.alreadyDeleted') : undefined
  }
  const actor = useActor()
  const restore = useMutation({
    ...studyMutations.restore,
    onSuccess: () => toast.done(t('studies:restore.undone')),
  })
  // An error is shown as a toast, after the confirmation dialog has closed.
  const remove = useMutation({
    mutationFn: ({ studyId }: StudyRow) => call(routes.study.remove, { params: { id: studyId } }),
    onSuccess: (_answer, { studyId, patientName }) => {
      const text = t('studies:delete.done', { name: formatPatientName(t, patientName) })
      if (!can(actor, 'study.restore')) toast.done(text)
      else
        toast.doneWithUndo(text, {
          label: t('studies:delete.undo'),
          run: () => restore.mutate({ params: { id: studyId } }),
        })
    },
    meta: { makesStale: [recordKeys.studies] },
  })
  const confirmAndRemove = async (study: StudyRow) => {
    const isConfirmed = await confirmDelete({
      title: t('studies:delete.title'),
      text: t('studies:delete.text', { name: formatPatientName(t, study.patientName) }),
    })
    if (isConfirmed) remove.mutate(study)
  }
  return (
    <ExplainedButton
      variant="default"
      leftSection={<Icon icon={IconTrash} />}
      reason={getReason()}
      loading={remove.isPending}
      onClick={() => row && void confirmAndRemove(row)}
    >
      {t('studies:action.delete')}
    </ExplainedButton>
  )
}

function RestoreStudy({ row }: { readonly row: StudyRow }) {
  const { t } = useTranslation()
  const restore = useMutation({
    ...studyMutations.restore,
    onSuccess: () =>
      toast.done(t('studies:restore.done', { name: formatPatientName(t, row.patientName) })),
  })
  return (
    <ExplainedButton
      variant="default"
      leftSection={<Icon icon={IconRestore} />}
      loading={restore.isPending}
      onClick={() => restore.mutate({ params: { id: row.studyId } })}
    >
      {t('studies:action.restore')}
    </ExplainedButton>
  )
}
