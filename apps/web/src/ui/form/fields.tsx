import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useState } from 'react'
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DayInput } from '../inputs/day-input.tsx'
import type { FieldHost } from './use-form.ts'
import { Icon } from '../display/icon.tsx'
import styles from './form.module.css'

interface FieldProps<Field extends string> {
  readonly form: FieldHost<Field>
  readonly name: Field
  readonly description?: ReactNode
  readonly isReadOnly?: boolean | undefined
  readonly isWide?: boolean | undefined
}

function getCommonProps<Field extends string>(props: FieldProps<Field>) {
  const { form, name, description, isReadOnly = false, isWide } = props
  return {
    name,
    label: form.getLabel(name),
    description,
    readOnly: isReadOnly,
    'data-readonly': isReadOnly || undefined,
    required: form.isRequired(name) && !isReadOnly,
    error: form.getFault(name),
    onBlur: () => form.touch(name),
    className: isWide ? (styles.wide ?? '') : '',
  }
}

const toText = (value: unknown) => (typeof value === 'string' ? value : '')

interface TextFieldProps<Field extends string> extends FieldProps<Field> {
  readonly type?: 'text' | 'email' | 'tel' | 'number' | undefined
  readonly autoComplete?: HTMLInputAutoCompleteAttribute | undefined
  readonly maxLength?: number | undefined
  readonly min?: number | undefined
  readonly isFirst?: boolean | undefined
  /** Digits that are not a quantity, such as a port: no stepper, but the numeric keyboard. */
  readonly isDigits?: boolean | undefined
  readonly placeholder?: string | undefined
  /** Takes the focus when it appears, in a step of a form that is open already. */
  readonly takesFocus?: boolean | undefined
}

export function TextField<Field extends string>(props: TextFieldProps<Field>) {
  const { form, name, type = 'text', autoComplete = 'off', maxLength, min, placeholder } = props
  return (
    <TextInput
      {...getCommonProps(props)}
      type={type}
      autoComplete={autoComplete}
      {...(maxLength !== undefined && { maxLength })}
      {...(min !== undefined && { min })}
      {...((type === 'number' || props.isDigits) && { inputMode: 'numeric' })}
      {...(placeholder !== undefined && { placeholder })}
      {...(props.isFirst && { 'data-autofocus': true })}
      {...(props.takesFocus && { autoFocus: true })}
      value={toText(form.getValue(name))}
      onChange={(event) => form.setValue(name, event.currentTarget.value)}
    />
  )
}

/** A form field for a day. */
export function DayField<Field extends string>(
  props: FieldProps<Field> & { readonly agesUntil?: string },
) {
  const { form, name, agesUntil } = props
  return (
    <DayInput
      {...getCommonProps(props)}
      agesUntil={agesUntil}
      value={toText(form.getValue(name))}
      onChange={(value) => form.setValue(name, value)}
    />
  )
}

/** Enter starts a new line here and does not save. */
export function TextAreaField<Field extends string>(
  props: FieldProps<Field> & { readonly rows?: number },
) {
  const { form, name, rows = 3 } = props
  return (
    <Textarea
      {...getCommonProps(props)}
      rows={rows}
      value={toText(form.getValue(name))}
      onChange={(event) => form.setValue(name, event.currentTarget.value)}
    />
  )
}

interface PasswordFieldProps<Field extends string> extends FieldProps<Field> {
  readonly placeholder?: string
  readonly isFirst?: boolean
}

function PasswordField<Field extends string>(
  props: PasswordFieldProps<Field> & {
    readonly autoComplete: 'current-password' | 'new-password'
  },
) {
  const { form, name, placeholder, isFirst, autoComplete } = props
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const shared = getCommonProps(props)
  return (
    <PasswordInput
      {...shared}
      autoComplete={autoComplete}
      {...(placeholder !== undefined && { placeholder })}
      {...(isFirst && { 'data-autofocus': true })}
      visible={isShown}
      onVisibilityChange={setShown}
      visibilityToggleButtonProps={{
        'aria-label': isShown ? t('common:form.hidePassword') : t('common:form.showPassword'),
        tabIndex: 0,
        size: 28,
      }}
      // Mantine marks its own inputs, but not this one.
      aria-invalid={shared.error !== undefined}
      value={toText(form.getValue(name))}
      onChange={(event) => form.setValue(name, event.currentTarget.value)}
    />
  )
}

export const NewPasswordField = <Field extends string>(props: PasswordFieldProps<Field>) => (
  <PasswordField {...props} autoComplete="new-password" />
)

/** The password that the user has now. */
export const CurrentPasswordField = <Field extends string>(props: PasswordFieldProps<Field>) => (
  <PasswordField {...props} autoComplete="current-password" />
)

export function ChoiceField<Field extends string>(
  props: FieldProps<Field> & {
    readonly choices: readonly { readonly value: string; readonly label: string }[]
    /** Shown while no value is chosen. */
    readonly placeholder?: string
    /** Takes the focus when the form appears, also in a modal that is open already. */
    readonly isFirst?: boolean
  },
) {
  const { form, name, choices, placeholder } = props
  const { readOnly, ...shared } = getCommonProps(props)
  const value = toText(form.getValue(name))
  // A select cannot be read-only, and a disabled select has too little contrast to be read.
  if (readOnly) {
    const chosen = choices.find((choice) => choice.value === value)
    return <TextInput {...shared} readOnly value={chosen?.label ?? value} />
  }
  return (
    <NativeSelect
      {...shared}
      {...(props.isFirst && { 'data-autofocus': true, autoFocus: true })}
      rightSection={<Icon icon={IconSelector} size="sm" />}
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
      label={form.getLabel(name)}
      description={reason ?? description}
      disabled={reason !== undefined || (props.isReadOnly ?? false)}
      error={form.getFault(name)}
      className={styles.check}
      checked={form.getValue(name) === true}
      onChange={(event) => form.setValue(name, event.currentTarget.checked)}
    />
  )
}
