import { mayGrant } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { useActor } from '../../../api/session.ts'
import { CheckField } from '../../../ui/form/fields.tsx'
import { FormGroup } from '../../../ui/form/form-frame.tsx'
import type { FieldHost } from '../../../ui/form/use-form.ts'
import type { OfferedFlag } from './permission-values.ts'

interface PermissionFieldsProps {
  readonly form: FieldHost<OfferedFlag>
  readonly flags: readonly OfferedFlag[]
  readonly title?: string
}

/** Shows every flag; those that the user may not grant are read-only. */
export function PermissionFields({ form, flags, title }: PermissionFieldsProps) {
  const { t } = useTranslation()
  const actor = useActor()
  const areSomeLocked = flags.some((flag) => !mayGrant(actor, flag))
  return (
    <FormGroup
      {...(title !== undefined && { title })}
      {...(areSomeLocked && { text: t('settings:flag.locked') })}
    >
      {flags.map((flag) => (
        <CheckField
          key={flag}
          form={form}
          name={flag}
          description={t(`settings:flag.${flag}.text`)}
          isReadOnly={!mayGrant(actor, flag)}
        />
      ))}
    </FormGroup>
  )
}
