import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { pageSettings } from '../api/page-settings.ts'
import { sessionQuery } from '../api/session.ts'
import { LoginForm } from '../features/sign-in/login-form.tsx'
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx'

export function Page() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  // A user who signs out before the next page has opened gets a new form, not a busy one.
  const { key } = useLocation()
  return (
    <SignInFrame title={t('auth:login.title')}>
      <LoginForm
        key={key}
        withDemo={pageSettings.isDemo}
        onSignedIn={(session) => {
          client.setQueryData(sessionQuery.queryKey, session)
          // The loader of this page redirects a signed-in user.
          void navigate('/login', { replace: true })
        }}
      />
    </SignInFrame>
  )
}
