import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import type { HTMLInputAutoCompleteAttribute } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormValues } from './form-rules.ts'
import type { Form } from './use-form.ts'
import styles from './form.module.css'

/** The fields of a form that hold a value of this type. */
type Holding<Values, Value> = {
  [Field in keyof Values & string]: Values[Field] extends Value ? Field : never
}[keyof Values & string]

interface FieldProps<Values extends FormValues, Value> {
  readonly form: Form<Values>
  readonly name: Holding<Values, Value>
  readonly description?: string | undefined
  readonly isReadOnly?: boolean | undefined
  readonly isWide?: boolean | undefined
}

function common<Values extends FormValues, Value>(props: FieldProps<Values, Value>) {
  const { form, name, description, isReadOnly = false, isWide } = props
  return {
    name,
    label: form.labels[name],
    description,
    readOnly: isReadOnly,
    'data-readonly': isReadOnly || undefined,
    required: form.isRequired(name) && !isReadOnly,
    error: form.faultOf(name),
    onBlur: () => form.touch(name),
    className: isWide ? (styles.wide ?? '') : '',
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

interface TextFieldProps<Values extends FormValues> extends FieldProps<Values, string> {
  readonly type?: 'text' | 'email' | 'tel' | 'date' | 'number' | undefined
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  readonly maxLength?: number | undefined
  readonly min?: string | number | undefined
  readonly isFirst?: boolean | undefined
  /** Digits that are no quantity, such as a port: nothing to count up or down. */
  readonly isDigits?: boolean | undefined
  readonly placeholder?: string | undefined
}

export function TextField<Values extends FormValues>(props: TextFieldProps<Values>) {
  const { form, name, type = 'text', autoComplete = 'off', maxLength, min, placeholder } = props
  return (
    <TextInput
      {...common(props)}
      type={type}
      autoComplete={autoComplete}
      {...(maxLength !== undefined && { maxLength })}
      {...(min !== undefined && { min })}
      {...((type === 'number' || props.isDigits) && { inputMode: 'numeric' })}
      {...(placeholder !== undefined && { placeholder })}
      {...(props.isFirst && { 'data-autofocus': true })}
      value={textOf(form.values[name])}
      // The field's own type says that it holds text.
      onChange={(event) => form.set(name, event.currentTarget.value as Values[typeof name])}
    />
  )
}

/** Enter begins a line here and never saves. */
export function TextAreaField<Values extends FormValues>(
  props: FieldProps<Values, string> & { readonly rows?: number },
) {
  const { form, name, rows = 3 } = props
  return (
    <Textarea
      {...common(props)}
      rows={rows}
      value={textOf(form.values[name])}
      onChange={(event) => form.set(name, event.currentTarget.value as Values[typeof name])}
    />
  )
}

export function NewPasswordField<Values extends FormValues>(
  props: FieldProps<Values, string> & { readonly placeholder?: string },
) {
  const { form, name, placeholder } = props
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const shared = common(props)
  return (
    <PasswordInput
      {...shared}
      autoComplete="new-password"
      {...(placeholder !== undefined && { placeholder })}
      visible={isShown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{
        'aria-label': isShown ? t('common:form.hidePassword') : t('common:form.showPassword'),
        tabIndex: 0,
        size: 28,
      }}
      // Mantine marks its own inputs, but not this one.
      aria-invalid={shared.error !== undefined}
      value={textOf(form.values[name])}
      onChange={(event) => form.set(name, event.currentTarget.value as Values[typeof name])}
    />
  )
}

export function ChoiceField<Values extends FormValues>(
  props: FieldProps<Values, string> & {
    readonly choices: readonly { readonly value: string; readonly label: string }[]
    /** Shown while nothing is chosen. */
    readonly placeholder?: string
  },
) {
  const { form, name, choices, placeholder } = props
  const { readOnly, ...shared } = common(props)
  const value = textOf(form.values[name])
  return (
    <NativeSelect
      {...shared}
      disabled={readOnly}
      rightSection={<IconSelector size={16} stroke={1.5} aria-hidden />}
      data={[
        ...(placeholder !== undefined && value === ''
          ? [{ value: '', label: placeholder, disabled: true }]
          : []),
        ...choices,
      ]}
      value={value}
      onChange={(event) => form.set(name, event.currentTarget.value as Values[typeof name])}
    />
  )
}

export function CheckField<Values extends FormValues>(
  props: FieldProps<Values, boolean> & { readonly reason?: string | undefined },
) {
  const { form, name, description, reason } = props
  return (
    <Checkbox
      name={name}
      label={form.labels[name]}
      description={reason ?? description}
      disabled={reason !== undefined || (props.isReadOnly ?? false)}
      error={form.faultOf(name)}
      className={styles.check}
      checked={form.values[name] === true}
      onChange={(event) => form.set(name, event.currentTarget.checked as Values[typeof name])}
    />
  )
}
