import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { IconMailForward } from '@tabler/icons-react'
import { limits } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { call, wordsOf } from '../../api/call.ts'
import { ErrorNote } from '../../ui/states/error-note.tsx'
import { DoneNote } from './done-note.tsx'
import { Lead } from './sign-in-frame.tsx'
import { done, failed, idle, isBlank, loading } from './sign-in.rules.ts'
import type { FormState } from './sign-in.rules.ts'

export function ForgotForm() {
  const { t } = useTranslation()
  const [username, setUsername] = useState('')
  const [form, setForm] = useState<FormState>(idle)
  const [isMarked, setMarked] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (form.state === 'loading') return
    if (isBlank(username)) {
      setMarked(true)
      setForm(failed(t('auth:forgot.invalid')))
      input.current?.focus()
      return
    }
    setMarked(false)
    setForm(loading)
    try {
      await call(routes.auth.sendReset, { body: { username: username.trim() } })
      setForm(done)
    } catch (error) {
      setForm(failed(wordsOf(error)))
    }
  }

  if (form.state === 'done') {
    return (
      <DoneNote
        icon={<IconMailForward size={24} stroke={1.5} aria-hidden />}
        title={t('auth:forgot.doneTitle')}
        text={t('auth:forgot.done', { minutes: limits.resetLinkMinutes })}
      />
    )
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Lead text={t('auth:forgot.text')} />
      {form.state === 'error' ? <ErrorNote text={form.text} /> : null}
      <Stack gap="md">
        <TextInput
          ref={input}
          size="md"
          label={t('auth:field.username')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          required
          withAsterisk={false}
          maxLength={limits.usernameMax}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={isMarked && isBlank(username) ? t('errors:field/required') : null}
        />
        <Button type="submit" size="md" fullWidth loading={form.state === 'loading'}>
          {t('auth:forgot.submit')}
        </Button>
        <Anchor component={Link} to="/login" size="sm" ta="center" py={6}>
          {t('auth:backToLogin')}
        </Anchor>
      </Stack>
    </form>
  )
}
