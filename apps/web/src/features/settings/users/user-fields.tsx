import { limits } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { DayField, NewPasswordField, TextField } from '../../../ui/form/fields.tsx'
import { FormGroup } from '../../../ui/form/form-frame.tsx'
import type { FieldHost } from '../../../ui/form/use-form.ts'
import { ClinicField } from './clinic-field.tsx'
import type { UserValues } from './user-values.ts'

interface UserFieldsProps {
  readonly form: FieldHost<keyof UserValues>
  readonly title?: string
  readonly isNew: boolean
  /** Shows the clinic field, for users who may choose the clinic. */
  readonly hasClinic: boolean
  /** False for a root user, whose access never expires. */
  readonly hasExpiry: boolean
  readonly isFirst?: boolean
  /** True for the own account of the user, whom a new password signs out. */
  readonly isOwn?: boolean
}

export function UserFields(props: UserFieldsProps) {
  const { form, title, isNew, hasClinic, hasExpiry, isFirst = false } = props
  const { t } = useTranslation()
  const mayLimitClinics = useCan('user.assign-clinics')
  const getPasswordText = () => {
    if (isNew) return t('settings:user.passwordRule')
    return props.isOwn ? t('settings:user.passwordKeepOwn') : t('settings:user.passwordKeep')
  }
  return (
    <FormGroup {...(title !== undefined && { title })}>
      <TextField
        form={form}
        name="username"
        maxLength={limits.usernameMax}
        isFirst={isFirst}
        // Keeps both names, and both passwords, side by side.
        isWide={!hasClinic}
      />
      {hasClinic ? <ClinicField form={form} name="clinicId" /> : null}
      <TextField form={form} name="firstName" maxLength={limits.personNameMax} />
      <TextField form={form} name="lastName" maxLength={limits.personNameMax} />
      <NewPasswordField form={form} name="password" description={getPasswordText()} />
      <NewPasswordField form={form} name="confirmPassword" />
      <TextField
        form={form}
        name="userEmail"
        type="email"
        description={t('settings:user.emailText')}
      />
      {hasExpiry ? (
        <DayField form={form} name="validUntil" description={t('settings:user.validUntilText')} />
      ) : null}
      {mayLimitClinics ? (
        <TextField
          form={form}
          name="maxClinicCount"
          type="number"
          min={0}
          description={t('settings:user.maxClinicCountText')}
        />
      ) : null}
    </FormGroup>
  )
}
