import { IconSend } from '@tabler/icons-react'
import { EmailConfigDraft, limits } from '@talus/contract'
import type { ClinicId, EmailConfig, EmailConfigDefaults } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { emailConfigMutations } from '../../../api/records/email-config.ts'
import { useRecordMutation } from '../../../api/records/mutation.ts'
import { NewPasswordField, TextField } from '../../../ui/form/fields.tsx'
import { FormFrame, FormGroup } from '../../../ui/form/form-frame.tsx'
import { findSchemaFaults } from '../../../ui/form/schema-faults.ts'
import { useForm } from '../../../ui/form/use-form.ts'
import { toast } from '../../../ui/toasts/toast-store.ts'
import { TestButton } from '../test-button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import styles from './email-form.module.css'

interface EmailFormProps {
  readonly clinicId: ClinicId
  /** Undefined if e-mail is not set up yet. */
  readonly config: EmailConfig | undefined
  readonly defaults: EmailConfigDefaults
}

const PartialConfig = EmailConfigDraft.partial({ password: true })

/** Omits a blank password, so that the stored one stays. */
const withoutBlankPassword = <Values extends { readonly password: string }>({
  password,
  ...values
}: Values) => (password === '' ? values : { ...values, password })

export function EmailForm({ clinicId, config, defaults }: EmailFormProps) {
  const { t } = useTranslation()
  const createConfig = useRecordMutation(emailConfigMutations.create)
  const updateConfig = useRecordMutation(emailConfigMutations.update)
  const hasPassword = config?.hasPassword ?? false
  const { hostName, smtpPort } = config ?? defaults
  /** The stored password is only used for the host, port and mailbox it was entered for. */
  const isPasswordKept = (values: Readonly<Record<'email' | 'hostName' | 'smtpPort', string>>) =>
    hasPassword &&
    values.hostName.trim().toLowerCase() === hostName.toLowerCase() &&
    values.smtpPort.trim() === String(smtpPort) &&
    values.email.trim().toLowerCase() === config?.email.toLowerCase()
  const form = useForm({
    initial: { email: config?.email ?? '', hostName, smtpPort: String(smtpPort), password: '' },
    labels: {
      email: t('settings:email.address'),
      hostName: t('settings:email.host'),
      smtpPort: t('settings:email.port'),
      password: t('settings:email.password'),
    },
    required: ['email', 'hostName', 'smtpPort', ...(hasPassword ? [] : (['password'] as const))],
    secrets: ['password'],
    isNew: config === undefined,
    draft: `email-config-of-${clinicId}`,
    check: (values) => ({
      ...(hasPassword &&
        values.password === '' &&
        !isPasswordKept(values) && { password: t('errors:email/password-again') }),
      ...findSchemaFaults(PartialConfig, withoutBlankPassword(values)),
    }),
    save: async (values) => {
      if (config) await updateConfig({ body: { ...withoutBlankPassword(values), id: config.id } })
      else await createConfig({ body: { ...values, clinicId } })
      toast.done(t('common:form.saved'))
    },
  })

  const getPasswordHint = () => {
    if (isPasswordKept(form.values)) return t('settings:email.passwordSet')
    return hasPassword ? t('settings:email.passwordAgain') : t('settings:email.passwordHint')
  }
  const getTestReason = () => {
    if (!config) return t('settings:email.testNeedsConfig')
    return form.changed.length > 0 ? t('settings:email.testNeedsSave') : undefined
  }
  const test = async (id: EmailConfig['id']) => {
    await call(routes.emailConfig.test, { params: { id } })
    toast.done(t('settings:email.testDone'))
  }
  return (
    <FormFrame
      form={form}
      label={t('settings:email.form')}
      saveLabel={t('common:action.save')}
      actions={
        <TestButton
          label={t('settings:email.test')}
          icon={<Icon icon={IconSend} />}
          isRunning={form.isTrying}
          reason={getTestReason()}
          hint={t('settings:email.testHint')}
          onClick={(element) => {
            if (config) void form.attempt(element, () => test(config.id))
          }}
        />
      }
    >
      <div className={styles.fields}>
        <FormGroup>
          <TextField
            form={form}
            name="email"
            type="email"
            description={t('settings:email.addressHint')}
            maxLength={limits.textMax}
          />
          <NewPasswordField
            form={form}
            name="password"
            description={getPasswordHint()}
            {...(isPasswordKept(form.values) && {
              placeholder: t('settings:email.passwordKept'),
            })}
          />
          <TextField
            form={form}
            name="hostName"
            description={t('settings:email.hostHint')}
            maxLength={limits.textMax}
          />
          <TextField
            form={form}
            name="smtpPort"
            description={t('settings:email.portHint')}
            maxLength={5}
            isDigits
          />
        </FormGroup>
      </div>
    </FormFrame>
  )
}
