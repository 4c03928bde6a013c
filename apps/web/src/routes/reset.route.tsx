import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate, useParams } from 'react-router'
import { ResetForm } from '../features/sign-in/reset-form.tsx'
import { SignInFrame } from '../features/sign-in/sign-in-frame.tsx'

export function Page() {
  const { t } = useTranslation()
  const { token: inPath } = useParams()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const inAddress = inPath ?? hash.slice(1)
  const [token, setToken] = useState('')
  if (inAddress !== '' && inAddress !== token) setToken(inAddress)
  // The link must not stay on the screen or in the history of the browser. A link that is opened
  // in a tab with this page changes only the part after the "#".
  useLayoutEffect(() => {
    if (inAddress !== '') void navigate('/resetpassword', { replace: true })
  }, [inAddress, navigate])
  return (
    <SignInFrame title={t('auth:reset.title')}>
      <ResetForm key={token} token={token} />
    </SignInFrame>
  )
}
