import { TextInput } from '@mantine/core'
import { collapseWhitespace } from '@talus/contract'
import type { TrayGroup } from '@talus/contract'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { trayMutations } from '../../api/records/tray.ts'
import { ActionForm } from '../../ui/form/action-form.tsx'
import { modals } from '../../ui/modals/modal-store.ts'
import type { ShowDone } from './undo-decision.ts'
import { useDecision } from './use-decision.ts'
import styles from './tray.module.css'

interface CreateProps {
  readonly group: TrayGroup
  readonly showDone: ShowDone
}

export function openCreateDialog(props: CreateProps) {
  const id = modals.open({
    title: i18next.t('tray:create.title'),
    size: 480,
    body: <CreateDialog {...props} onClose={() => id !== undefined && modals.close(id)} />,
  })
}

const idMax = 64

/** The ID of the file is proposed, or a variant of it if another animal has it. */
function CreateDialog({
  group,
  showDone,
  onClose,
}: CreateProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { claim, record, entryIds, reason } = group
  // A merged animal keeps its number, which the animal on file does not show.
  const isKnown = reason === 'patient-differs' || reason === 'patient-inactive'
  const isTaken = claim.patientId !== '' && (isKnown || claim.patientId === record?.patientId)
  const [number, setNumber] = useState(isTaken ? `${claim.patientId}-2` : claim.patientId)
  const decide = useRecordMutation(trayMutations.decide)
  const action = useDecision(async () => {
    const patientId = collapseWhitespace(number)
    const { decidedOn } = await decide({ body: { entryIds, decision: 'create', patientId } })
    showDone(t('tray:done.create'), { entryIds, decidedOn })
    onClose()
  })
  return (
    <ActionForm
      label={t('tray:create.title')}
      actionLabel={t('tray:create.act')}
      reason={undefined}
      {...action}
      onCancel={onClose}
    >
      <p className={styles.dialogText}>{t('tray:create.text', { count: entryIds.length })}</p>
      <p className={styles.dialogText}>
        <strong>{claim.name || t('tray:unnamed')}</strong>
        {claim.owner === '' ? '' : ` · ${claim.owner}`}
      </p>
      <TextInput
        data-autofocus
        label={t('tray:create.number')}
        description={isTaken ? t('tray:create.taken', { number: claim.patientId }) : undefined}
        maxLength={idMax}
        value={number}
        onChange={(event) => setNumber(event.currentTarget.value)}
      />
    </ActionForm>
  )
}
