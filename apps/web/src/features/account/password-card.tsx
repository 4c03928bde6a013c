import { findPasswordFault } from '@talus/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountMutations } from '../../api/records/account.ts'
import { useRecordMutation } from '../../api/records/mutation.ts'
import { CurrentPasswordField, NewPasswordField } from '../../ui/form/fields.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/page-frame.tsx'
import { toast } from '../../ui/toasts/toast-store.ts'
import styles from './account.module.css'

export function PasswordCard() {
  const { t } = useTranslation()
  // A new form after each change, so that no password stays on the page.
  const [changes, setChanges] = useState(0)
  return (
    <Card title={t('account:password.title')} text={t('account:password.text')}>
      <PasswordForm key={changes} onDone={() => setChanges((now) => now + 1)} />
    </Card>
  )
}

const blank = { currentPassword: '', password: '', confirmation: '' }

function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation()
  const changePassword = useRecordMutation(accountMutations.changePassword)
  const form = useForm({
    initial: blank,
    labels: {
      currentPassword: t('account:password.current'),
      password: t('auth:field.newPassword'),
      confirmation: t('auth:field.confirmation'),
    },
    required: ['currentPassword', 'password', 'confirmation'],
    secrets: ['currentPassword', 'password', 'confirmation'],
    isPermanent: true,
    check: ({ password, confirmation }) => {
      const fault = findPasswordFault(password, confirmation)
      if (fault === undefined) return {}
      const text = t(`errors:${fault}`)
      return fault === 'password/mismatch' ? { confirmation: text } : { password: text }
    },
    save: async ({ currentPassword, password }) => {
      await changePassword({ body: { currentPassword, password } })
      toast.done(t('account:password.done'))
      onDone()
    },
  })
  return (
    <FormFrame
      form={form}
      label={t('account:password.title')}
      saveLabel={t('account:password.submit')}
      onCancel={onDone}
    >
      <div className={styles.column}>
        <CurrentPasswordField form={form} name="currentPassword" />
        <NewPasswordField form={form} name="password" description={t('auth:reset.rule')} />
        <NewPasswordField form={form} name="confirmation" />
      </div>
    </FormFrame>
  )
}
