import { mayGrant, permissionFlags } from '@talus/contract'
import type { PermissionFlag } from '@talus/contract'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { useActor } from '../../../api/session.ts'
import { CheckField } from '../../../ui/form/fields.tsx'
import { FormGroup } from '../../../ui/form/form-frame.tsx'
import type { FormValues } from '../../../ui/form/form-rules.ts'
import type { Form } from '../../../ui/form/use-form.ts'

/** The root flag comes with the first user of a system and is never offered. */
export type OfferedFlag = Exclude<PermissionFlag, 'root'>
export const offeredFlags = permissionFlags.filter((flag) => flag !== 'root')

export type FlagValues = Record<OfferedFlag, boolean>
export const noFlagValues = Object.fromEntries(
  offeredFlags.map((flag) => [flag, false]),
) as FlagValues
export const flagsOf = (values: Readonly<Record<OfferedFlag, boolean>>) =>
  Object.fromEntries(offeredFlags.map((flag) => [flag, values[flag]])) as FlagValues

export const flagLabels = () =>
  Object.fromEntries(
    offeredFlags.map((flag) => [flag, i18next.t(`settings:flag.${flag}.name`)]),
  ) as Record<OfferedFlag, string>

interface PermissionFieldsProps<Values extends FormValues> {
  readonly form: Form<Values>
  readonly flags: readonly OfferedFlag[]
  readonly title?: string
}

/** Everybody sees every flag; those he may not switch are there to be read. */
export function PermissionFields<Values extends FormValues>(props: PermissionFieldsProps<Values>) {
  const { flags, title } = props
  const { t } = useTranslation()
  const actor = useActor()
  // Every form with permissions has these fields; which others it has does not matter here.
  const form = props.form as unknown as Form<FlagValues>
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
