import { useTranslation } from 'react-i18next'
import { CurrentPasswordField } from '../../ui/form/fields.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import styles from './account.module.css'

interface ConfirmPasswordFormProps {
  readonly text: string
  readonly submitText: string
  readonly act: (currentPassword: string) => Promise<void>
  readonly onCancel: () => void
}

/** Asks for the password again: the computer may have been left by its user. */
export function ConfirmPasswordForm({ text, submitText, act, onCancel }: ConfirmPasswordFormProps) {
  const { t } = useTranslation()
  const form = useForm({
    initial: { currentPassword: '' },
    labels: { currentPassword: t('account:password.current') },
    required: ['currentPassword'],
    secrets: ['currentPassword'],
    save: ({ currentPassword }) => act(currentPassword),
  })
  return (
    <FormFrame form={form} label={submitText} saveLabel={submitText} onCancel={onCancel}>
      <p className={styles.text}>{text}</p>
      <CurrentPasswordField form={form} name="currentPassword" isFirst />
    </FormFrame>
  )
}
