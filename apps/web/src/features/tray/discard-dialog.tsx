import { TextInput } from '@mantine/core'
import { limits } from '@talus/contract'
import type { TrayGroup } from '@talus/contract'
import i18next from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { trayMutations } from '../../api/records/tray.ts'
import { ActionForm } from '../../ui/form/action-form.tsx'
import { modals } from '../../ui/modals/modal-store.ts'
import { toast } from '../../ui/toasts/toast-store.ts'
import { useDecision } from './use-decision.ts'
import styles from './tray.module.css'

interface DiscardProps {
  readonly group: TrayGroup
}

export function openDiscardDialog(props: DiscardProps) {
  const id = modals.open({
    title: i18next.t('tray:discard.title'),
    size: 480,
    body: <DiscardDialog {...props} onClose={() => id !== undefined && modals.close(id)} />,
  })
}

function DiscardDialog({ group, onClose }: DiscardProps & { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { entryIds } = group
  const [reason, setReason] = useState('')
  const decide = useRecordMutation(trayMutations.decide)
  const action = useDecision(async () => {
    await decide({ body: { entryIds, decision: 'discard', reason } })
    toast.done(t('tray:done.discard'))
    onClose()
  })
  return (
    <ActionForm
      label={t('tray:discard.title')}
      actionLabel={t('tray:discard.act')}
      reason={reason.trim() === '' ? t('tray:discard.needed') : undefined}
      {...action}
      onCancel={onClose}
    >
      <p className={styles.dialogText}>{t('tray:discard.text', { count: entryIds.length })}</p>
      <TextInput
        data-autofocus
        label={t('tray:discard.reason')}
        maxLength={limits.textMax}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActionForm>
  )
}
