import { Button, TextInput } from '@mantine/core'
import { FactorCode } from '@talus/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/call.ts'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import { createErrorState, idle, loading } from './sign-in.rules.ts'
import type { FormState } from './sign-in.rules.ts'
import { Lead } from './sign-in-frame.tsx'
import styles from './code-form.module.css'

interface CodeFormProps {
  readonly onCode: (code: string) => Promise<void>
  readonly onBack: () => void
}

/** The second step of a sign-in: a code of the user's authenticator, or a recovery code. */
export function CodeForm({ onCode, onBack }: CodeFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [form, setForm] = useState<FormState>(idle)
  const [isRecovery, setRecovery] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isLoading = form.state === 'loading'
  // The field is new after a change between the kinds of code.
  useEffect(() => input.current?.focus(), [isRecovery])

  const submit = async () => {
    if (!FactorCode.safeParse(code).success) {
      setForm(createErrorState(t('errors:field/code')))
      input.current?.focus()
      return
    }
    setForm(loading)
    try {
      await onCode(code)
    } catch (error) {
      setForm(createErrorState(getErrorMessage(error)))
      input.current?.select()
    }
  }
  const toggle = () => {
    setRecovery(!isRecovery)
    setCode('')
    setForm(idle)
  }
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLoading) void submit()
      }}
    >
      <Lead text={isRecovery ? t('auth:code.recoveryText') : t('auth:code.text')} />
      {form.state === 'error' ? <ErrorNote text={form.text} /> : null}
      <TextInput
        key={String(isRecovery)}
        ref={input}
        size="md"
        label={isRecovery ? t('auth:code.recoveryLabel') : t('auth:code.label')}
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        aria-invalid={form.state === 'error'}
      />
      <Button type="submit" size="md" fullWidth loading={isLoading}>
        {t('auth:login.submit')}
      </Button>
      <Button variant="subtle" onClick={toggle}>
        {isRecovery ? t('auth:code.useApp') : t('auth:code.useRecovery')}
      </Button>
      <Button variant="subtle" color="gray" onClick={onBack}>
        {t('auth:backToLogin')}
      </Button>
    </form>
  )
}
