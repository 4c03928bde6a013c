import { formatPatientName } from '@talus/contract'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from './fields.tsx'
import type { FieldHost } from './use-form.ts'

interface PatientNameFieldProps<Field extends string> extends Omit<
  ComponentProps<typeof TextField<Field>>,
  'form' | 'name'
> {
  readonly form: FieldHost<Field>
  readonly name: Field
  /** The name in the record of the patient. */
  readonly recorded: string | undefined
}

/**
 * The name of a patient. That of a patient without a name is shown in the language of the user, and
 * the stored one is sent unless the user types another.
 */
export function PatientNameField<Field extends string>({
  form,
  recorded = '',
  ...props
}: PatientNameFieldProps<Field>) {
  const { t } = useTranslation()
  const shown = formatPatientName(t, recorded)
  const host: FieldHost<Field> = {
    ...form,
    getValue: (field) => {
      const value = form.getValue(field)
      return value === recorded ? shown : value
    },
    setValue: (field, value) => form.setValue(field, value === shown ? recorded : value),
  }
  return <TextField {...props} form={host} />
}
