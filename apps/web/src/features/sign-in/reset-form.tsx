import { Button } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { routes } from '@talus/contract/routes'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { call, getErrorMessage } from '../../api/call.ts'
import { DoneNote } from './done-note.tsx'
import { PasswordField } from './password-field.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { done, createErrorState, idle, loading, findResetFault } from './sign-in.rules.ts'
import type { FormState } from './sign-in.rules.ts'
import { Icon } from '../../ui/display/icon.tsx'

export function ResetForm({ token }: { readonly token: string }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [form, setForm] = useState<FormState>(idle)
  const [isMarked, setMarked] = useState(false)
  const [isLinkInvalid, setLinkInvalid] = useState(false)
  const first = useRef<HTMLInputElement>(null)

  const submit = async () => {
    const fault = findResetFault(password, confirmation)
    setMarked(fault !== undefined)
    if (fault) {
      setForm(createErrorState(t(fault)))
      first.current?.focus()
      return
    }
    setForm(loading)
    try {
      await call(routes.auth.reset, { body: { password, token } })
      setForm(done)
    } catch (error) {
      setForm(createErrorState(getErrorMessage(error)))
      setLinkInvalid(error instanceof ApiError && error.code === 'auth/reset-link-invalid')
    }
  }

  if (form.state === 'done') {
    return (
      <DoneNote
        icon={<Icon icon={IconShieldCheck} size="xl" />}
        title={t('auth:reset.doneTitle')}
        text={t('auth:reset.done')}
      />
    )
  }
  return (
    <SignInForm
      lead={t('auth:reset.text')}
      form={form}
      submitText={t('auth:reset.submit')}
      link={{ to: '/login', text: t('auth:backToLogin') }}
      onSubmit={submit}
      instead={
        isLinkInvalid ? (
          <Button component={Link} to="/forgot" variant="default" size="md" fullWidth>
            {t('auth:reset.again')}
          </Button>
        ) : null
      }
    >
      <PasswordField
        ref={first}
        label={t('auth:field.newPassword')}
        description={t('auth:reset.rule')}
        name="new-password"
        autoComplete="new-password"
        isFirst
        value={password}
        onValue={setPassword}
        error={isMarked}
      />
      <PasswordField
        label={t('auth:field.confirmation')}
        name="confirm-password"
        autoComplete="new-password"
        value={confirmation}
        onValue={setConfirmation}
        error={isMarked}
      />
    </SignInForm>
  )
}
