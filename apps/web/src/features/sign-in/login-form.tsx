import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import type { Session } from '@talus/contract'
import { limits } from '@talus/contract'
import { useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { wordsOf } from '../../api/call.ts'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import { PasswordField } from './password-field.tsx'
import { Lead } from './sign-in-frame.tsx'
import { signIn } from './sign-in.calls.ts'
import { failed, idle, isBlank, loading } from './sign-in.rules.ts'
import type { FormState } from './sign-in.rules.ts'
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

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (form.state === 'loading') return
    if (isBlank(username) || password === '') {
      setMarked(true)
      setForm(failed(t('auth:login.invalid')))
      ;(isBlank(username) ? usernameInput : passwordInput).current?.focus()
      return
    }
    setMarked(false)
    setForm(loading)
    try {
      onSignedIn(await signIn(username.trim(), password))
    } catch (error) {
      setForm(failed(wordsOf(error)))
      passwordInput.current?.select()
    }
  }
  const required = (isMissing: boolean) =>
    isMarked && isMissing ? t('errors:field/required') : null

  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Lead text={t('auth:login.text')} />
        {form.state === 'error' ? <ErrorNote text={form.text} /> : null}
        <Stack gap="md">
          <TextInput
            ref={usernameInput}
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
            value={username}
            onChange={(event) => setUsername(event.currentTarget.value)}
            error={required(isBlank(username))}
          />
          <PasswordField
            ref={passwordInput}
            label={t('auth:field.password')}
            name="password"
            autoComplete="current-password"
            value={password}
            onValue={setPassword}
            error={required(password === '')}
          />
          <Button type="submit" size="md" fullWidth loading={form.state === 'loading'}>
            {t('auth:login.submit')}
          </Button>
          <Anchor component={Link} to="/forgot" size="sm" ta="center" py={6}>
            {t('auth:login.forgot')}
          </Anchor>
        </Stack>
      </form>
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
