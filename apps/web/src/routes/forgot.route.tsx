import { useTranslation } from 'react-i18next'
import { ForgotForm } from '../features/sign-in/forgot-form.tsx'
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx'

export function Page() {
  const { t } = useTranslation()
  return (
    <SignInFrame title={t('auth:forgot.title')}>
      <ForgotForm />
    </SignInFrame>
  )
}
