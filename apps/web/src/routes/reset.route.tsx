import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { ResetForm } from '../features/sign-in/reset-form.tsx'
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx'

export function Page() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  return (
    <SignInFrame title={t('auth:reset.title')}>
      <ResetForm token={token} />
    </SignInFrame>
  )
}
