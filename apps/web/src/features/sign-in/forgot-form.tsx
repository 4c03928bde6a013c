import { IconMailForward } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, getErrorMessage } from '../../api/call.ts'
import { DoneNote } from './done-note.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { done, createErrorState, idle, isBlank, loading } from './sign-in.rules.ts'
import type { FormState } from './sign-in.rules.ts'
import { UsernameField } from './username-field.tsx'
import { Icon } from '../../ui/display/icon.tsx'

export function ForgotForm() {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const [form, setForm] = useState<FormState>(idle)
  const [isMarked, setMarked] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const submit = async () => {
    if (isBlank(username)) {
      setMarked(true)
      setForm(createErrorState(t('auth:forgot.invalid')))
      input.current?.focus()
      return
    }
    setMarked(false)
    setForm(loading)
    try {
      await call(routes.auth.sendReset, { body: { username: username.trim() } })
      setForm(done)
    } catch (error) {
      setForm(createErrorState(getErrorMessage(error)))
    }
  }

  if (form.state === 'done') {
    return (
      <DoneNote
        icon={<Icon icon={IconMailForward} size="xl" />}
        title={t('auth:forgot.doneTitle')}
        text={t('auth:forgot.done', { minutes: limits.resetLinkMinutes })}
      />
    )
  }
  return (
    <SignInForm
      lead={t('auth:forgot.text')}
      form={form}
      submitText={t('auth:forgot.submit')}
      link={{ to: '/login', text: t('auth:backToLogin') }}
      onSubmit={submit}
    >
      <UsernameField
        ref={input}
        value={username}
        onValue={setUsername}
        error={isMarked && isBlank(username) ? t('errors:field/required') : null}
      />
    </SignInForm>
  )
}
