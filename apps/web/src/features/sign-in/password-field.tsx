import { PasswordInput } from '@mantine/core'
import { limits } from '@talus/contract'
import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './password-field.module.css'

interface PasswordFieldProps {
  readonly label: string
  readonly name: string
  /** Used by password managers; pasting is never prevented. */
  readonly autoComplete: 'current-password' | 'new-password'
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error: ReactNode
  readonly description?: string
  readonly isFirst?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

export function PasswordField(props: PasswordFieldProps) {
  const { label, name, autoComplete, value, onValue, error, description, isFirst, ref } = props
  const { t } = useTranslation()
  const hintId = useId()
  const [isShown, setShown] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const updateCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <div>
      <PasswordInput
        ref={ref ?? null}
        size="md"
        label={label}
        description={description}
        name={name}
        autoComplete={autoComplete}
        required
        withAsterisk={false}
        autoFocus={isFirst ?? false}
        maxLength={limits.passwordMax}
        value={value}
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{
          'aria-label': isShown ? t('auth:field.hidePassword') : t('auth:field.showPassword'),
          tabIndex: 0,
          size: 32,
        }}
        onChange={(event) => onValue(event.currentTarget.value)}
        onKeyDown={updateCapsLock}
        onKeyUp={updateCapsLock}
        onBlur={() => setCapsLock(false)}
        error={error}
        // Mantine sets `aria-invalid` on its other inputs, but not on this one.
        aria-invalid={Boolean(error)}
      />
      <p id={hintId} className={styles.hint} role="status">
        {isCapsLock ? t('auth:field.capsLock') : null}
      </p>
    </div>
  )
}
