import type { Session } from '@talus/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { getErrorMessage } from '../../api/call.ts'
import { PasswordField } from './password-field.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { signIn } from './sign-in.calls.ts'
import { createErrorState, idle, isBlank, loading } from './sign-in.rules.ts'
import type { FormState } from './sign-in.rules.ts'
import { UsernameField } from './username-field.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'

interface LoginFormProps {
  readonly withDemo: boolean
  readonly onSignedIn: (session: Session) => void
}

export function LoginForm({ withDemo, onSignedIn }: LoginFormProps) {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [form, setForm] = useState<FormState>(idle)
  const [isMarked, setMarked] = useState(false)
  const usernameInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)

  const submit = async () => {
    if (isBlank(username) || password === '') {
      setMarked(true)
      setForm(createErrorState(t('auth:login.invalid')))
      ;(isBlank(username) ? usernameInput : passwordInput).current?.focus()
      return
    }
    setMarked(false)
    setForm(loading)
    try {
      onSignedIn(await signIn(username.trim(), password))
    } catch (error) {
      setForm(createErrorState(getErrorMessage(error)))
      passwordInput.current?.select()
    }
  }
  const getRequiredError = (isMissing: boolean) =>
    isMarked && isMissing ? t('errors:field/required') : null

  return (
    <>
      <SignInForm
        lead={t('auth:login.text')}
        form={form}
        submitText={t('auth:login.submit')}
        link={{ to: '/forgot', text: t('auth:login.forgot') }}
        onSubmit={submit}
      >
        <UsernameField
          ref={usernameInput}
          value={username}
          onValue={setUsername}
          error={getRequiredError(isBlank(username))}
        />
        <PasswordField
          ref={passwordInput}
          label={t('auth:field.password')}
          name="password"
          autoComplete="current-password"
          value={password}
          onValue={setPassword}
          error={getRequiredError(password === '')}
        />
      </SignInForm>
      {withDemo ? (
        <DemoSignIns
          onPick={(user, secret) => {
            setUsername(user)
            setPassword(secret)
            setForm(idle)
            setMarked(false)
          }}
        />
      ) : null}
    </>
  )
}
