import { TextInput } from '@mantine/core'
import { limits } from '@talus/contract'
import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'

interface UsernameFieldProps {
  readonly ref: Ref<HTMLInputElement>
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error: ReactNode
}

export function UsernameField({ ref, value, onValue, error }: UsernameFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      ref={ref}
      size="md"
      label={t('auth:field.username')}
      name="username"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      autoFocus
      required
      withAsterisk={false}
      maxLength={limits.usernameMax}
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
      error={error}
    />
  )
}
