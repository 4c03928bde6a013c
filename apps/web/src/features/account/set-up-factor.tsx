import type { NewSecondFactor } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountMutations } from '../../api/records/account.ts'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { CopyIcon } from '../../ui/buttons/copy-button.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { QrPicture } from '../../ui/qr/qr-picture.tsx'
import { ConfirmPasswordForm } from './confirm-password-form.tsx'
import { showRecoveryCodes } from './recovery-codes.tsx'
import styles from './account.module.css'

/** Three steps: the password, the code of the app, and the recovery codes. */
export function SetUpFactor({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation()
  const [factor, setFactor] = useState<NewSecondFactor>()
  const startFactor = useRecordMutation(accountMutations.startFactor)
  if (factor) return <ScanStep factor={factor} onDone={onDone} />
  return (
    <ConfirmPasswordForm
      text={t('account:setUp.text')}
      submitText={t('account:setUp.next')}
      onCancel={onDone}
      act={async (currentPassword) => setFactor(await startFactor({ body: { currentPassword } }))}
    />
  )
}

interface ScanStepProps {
  readonly factor: NewSecondFactor
  readonly onDone: () => void
}

function ScanStep({ factor, onDone }: ScanStepProps) {
  const { t } = useTranslation()
  const confirmFactor = useRecordMutation(accountMutations.confirmFactor)
  const { secret, uri } = factor
  const form = useForm({
    initial: { code: '' },
    labels: { code: t('account:setUp.code') },
    required: ['code'],
    secrets: ['code'],
    save: async ({ code }) => {
      const { recoveryCodes } = await confirmFactor({ body: { code } })
      onDone()
      showRecoveryCodes(recoveryCodes)
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('account:factor.setUp')}
      saveLabel={t('account:setUp.turnOn')}
      onCancel={onDone}
    >
      <ol className={styles.steps}>
        <li>
          <p className={styles.text}>{t('account:setUp.scan')}</p>
          <QrPicture text={uri} label={t('account:setUp.picture')} />
          <p className={styles.quiet}>{t('account:setUp.typed')}</p>
          <p className={styles.secret}>
            <code>{secret.replaceAll(/(.{4})(?=.)/gu, '$1 ')}</code>
            <CopyIcon text={secret} what={t('account:setUp.key')} />
          </p>
        </li>
        <li>
          <p className={styles.text}>{t('account:setUp.enter')}</p>
          <TextField form={form} name="code" isDigits takesFocus autoComplete="one-time-code" />
        </li>
      </ol>
    </FormFrame>
  )
}
