import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import type { HTMLInputAutoCompleteAttribute } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../day-input.tsx'
import type { FieldHost } from './use-form.ts'
import styles from './form.module.css'

interface FieldProps<Field extends string> {
  readonly form: FieldHost<Field>
  readonly name: Field
  readonly description?: string | undefined
  readonly isReadOnly?: boolean | undefined
  readonly isWide?: boolean | undefined
}

function common<Field extends string>(props: FieldProps<Field>) {
  const { form, name, description, isReadOnly = false, isWide } = props
  return {
    name,
    label: form.labelOf(name),
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

interface TextFieldProps<Field extends string> extends FieldProps<Field> {
  readonly type?: 'text' | 'email' | 'tel' | 'number' | undefined
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  readonly maxLength?: number | undefined
  readonly min?: number | undefined
  readonly isFirst?: boolean | undefined
  /** Digits that are no quantity, such as a port: nothing to count up or down. */
  readonly isDigits?: boolean | undefined
  readonly placeholder?: string | undefined
}

export function TextField<Field extends string>(props: TextFieldProps<Field>) {
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
      value={textOf(form.valueOf(name))}
      onChange={(event) => form.setValue(name, event.currentTarget.value)}
    />
  )
}

/** A day, written as everywhere. */
export function DayField<Field extends string>(props: FieldProps<Field>) {
  const { form, name } = props
  return (
    <DayInput
      {...common(props)}
      value={textOf(form.valueOf(name))}
      onChange={(value) => form.setValue(name, value)}
    />
  )
}

/** Enter begins a line here and never saves. */
export function TextAreaField<Field extends string>(
  props: FieldProps<Field> & { readonly rows?: number },
) {
  const { form, name, rows = 3 } = props
  return (
    <Textarea
      {...common(props)}
      rows={rows}
      value={textOf(form.valueOf(name))}
      onChange={(event) => form.setValue(name, event.currentTarget.value)}
    />
  )
}

export function NewPasswordField<Field extends string>(
  props: FieldProps<Field> & { readonly placeholder?: string },
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
      value={textOf(form.valueOf(name))}
      onChange={(event) => form.setValue(name, event.currentTarget.value)}
    />
  )
}

export function ChoiceField<Field extends string>(
  props: FieldProps<Field> & {
    readonly choices: readonly { readonly value: string; readonly label: string }[]
    /** Shown while nothing is chosen. */
    readonly placeholder?: string
  },
) {
  const { form, name, choices, placeholder } = props
  const { readOnly, ...shared } = common(props)
  const value = textOf(form.valueOf(name))
  // A select cannot be read-only, and a disabled one is too faint to be read.
  if (readOnly) {
    const chosen = choices.find((choice) => choice.value === value)
    return <TextInput {...shared} readOnly value={chosen?.label ?? value} />
  }
  return (
    <NativeSelect
      {...shared}
      rightSection={<IconSelector size={16} stroke={1.5} aria-hidden />}
      data={[
        ...(placeholder !== undefined && value === ''
          ? [{ value: '', label: placeholder, disabled: true }]
          : []),
        ...choices,
      ]}
      value={value}
      onChange={(event) => form.setValue(name, event.currentTarget.value)}
    />
  )
}

export function CheckField<Field extends string>(
  props: FieldProps<Field> & { readonly reason?: string | undefined },
) {
  const { form, name, description, reason } = props
  return (
    <Checkbox
      name={name}
      label={form.labelOf(name)}
      description={reason ?? description}
      disabled={reason !== undefined || (props.isReadOnly ?? false)}
      error={form.faultOf(name)}
      className={styles.check}
      checked={form.valueOf(name) === true}
      onChange={(event) => form.setValue(name, event.currentTarget.checked)}
    />
  )
}
