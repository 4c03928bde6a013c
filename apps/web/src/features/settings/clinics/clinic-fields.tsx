import { clinicTypes, languages, limits } from '@talus/contract'
import { useTranslation } from 'react-i18next'
import { ChoiceField, TextAreaField, TextField } from '../../../ui/form/fields.tsx'
import { FormGroup } from '../../../ui/form/form-frame.tsx'
import type { FieldHost } from '../../../ui/form/use-form.ts'
import type { ClinicValues } from './clinic-values.ts'

interface ClinicFieldsProps {
  readonly form: FieldHost<keyof ClinicValues>
  readonly title?: string
  /** Name and AE title identify a clinic on reports and on the network. */
  readonly mayRename: boolean
  readonly isReadOnly?: boolean
  /** Without the AE title and the language, which the first set-up does not ask here. */
  readonly isBrief?: boolean
}

const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

export function ClinicFields(props: ClinicFieldsProps) {
  const { form, title, mayRename, isReadOnly = false, isBrief = false } = props
  const { t } = useTranslation()
  const locked = mayRename || isReadOnly ? undefined : t('settings:clinic.renameReason')
  return (
    <FormGroup {...(title !== undefined && { title })}>
      <TextField
        form={form}
        name="name"
        maxLength={limits.textMax}
        isFirst={mayRename}
        isReadOnly={isReadOnly || !mayRename}
        description={locked}
      />
      {isBrief ? null : (
        <TextField
          form={form}
          name="aeTitle"
          maxLength={16}
          isReadOnly={isReadOnly || !mayRename}
          description={locked}
        />
      )}
      <ChoiceField
        form={form}
        name="clinicType"
        isReadOnly={isReadOnly}
        placeholder={t('common:form.choose')}
        choices={clinicTypes.map((type) => ({
          value: type,
          label: t(`settings:clinic.types.${type}`),
        }))}
      />
      {isBrief ? null : (
        <ChoiceField
          form={form}
          name="lang"
          isReadOnly={isReadOnly}
          choices={languages.map((lang) => ({
            value: lang,
            label: t(`settings:languages.${lang}`),
          }))}
        />
      )}
      <TextField form={form} name="phone" type="tel" isReadOnly={isReadOnly} />
      <TextField form={form} name="email" type="email" isReadOnly={isReadOnly} />
      <TextAreaField form={form} name="address" rows={4} isReadOnly={isReadOnly} />
      <ChoiceField
        form={form}
        name="timeZone"
        isReadOnly={isReadOnly}
        choices={timeZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      />
    </FormGroup>
  )
}
