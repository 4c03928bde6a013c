import { Skeleton } from '@mantine/core'
import type { Session, SignInChallenge } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callWithHeaders, getErrorMessage } from '../../api/call.ts'
import { openSession } from '../../api/open-session.ts'
import { lazyCode } from '../../lazy-code.ts'
import { WithCode } from '../../ui/states/with-code.tsx'
import { PasswordField } from './password-field.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { createErrorState, idle, isBlank, loading } from './sign-in.rules.ts'
import type { FormState } from './sign-in.rules.ts'
import { UsernameField } from './username-field.tsx'
import { DemoSignIns } from './demo-sign-ins.tsx'

interface LoginFormProps {
  readonly withDemo: boolean
  readonly onSignedIn: (session: Session) => void
}

const code = lazyCode(() => import('./code-form.part.tsx'))

export function LoginForm({ withDemo, onSignedIn }: LoginFormProps) {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [form, setForm] = useState<FormState>(idle)
  const [isMarked, setMarked] = useState(false)
  const [challenge, setChallenge] = useState<string>()
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
      const result = await signIn(username.trim(), password)
      if ('challenge' in result) {
        setPassword('')
        setForm(idle)
        setChallenge(result.challenge)
      } else onSignedIn(result)
    } catch (error) {
      setForm(createErrorState(getErrorMessage(error)))
      passwordInput.current?.select()
    }
  }
  const getRequiredError = (isMissing: boolean) =>
    isMarked && isMissing ? t('errors:field/required') : null

  if (challenge !== undefined)
    return (
      <WithCode code={code} fallback={<Skeleton height={240} />}>
        {({ CodeForm }) => (
          <CodeForm
            onCode={async (typed) => onSignedIn(await answerChallenge(challenge, typed))}
            onBack={() => setChallenge(undefined)}
          />
        )}
      </WithCode>
    )
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

/** Signs in, or returns the challenge of a user with a second factor. */
async function signIn(username: string, password: string): Promise<Session | SignInChallenge> {
  const { data, headers } = await callWithHeaders(routes.auth.login, {
    body: { username, password },
  })
  return 'challenge' in data ? data : openSession(data, headers)
}

async function answerChallenge(challenge: string, code: string): Promise<Session> {
  const { data, headers } = await callWithHeaders(routes.auth.answerChallenge, {
    body: { challenge, code },
  })
  return openSession(data, headers)
}
