import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { sessionQuery } from '../api/session.ts'
import { FirstSetUp } from '../features/settings/set-up/first-set-up.tsx'
import { WithTranslations } from '../ui/states/with-translations.tsx'

export function Page() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { hash, search } = useLocation()
  const inAddress = decodeURIComponent(hash.slice(1))
  const [code, setCode] = useState('')
  if (inAddress !== '' && inAddress !== code) setCode(inAddress)
  // The code must not stay on the screen or in the history of the browser.
  useLayoutEffect(() => {
    if (inAddress !== '') void navigate(`/setup${search}`, { replace: true })
  }, [inAddress, navigate, search])
  return (
    <WithTranslations namespace={['setUp', 'settings']}>
      <FirstSetUp
        key={code}
        linkedCode={code}
        onSignedIn={(session) => {
          client.setQueryData(sessionQuery.queryKey, session)
          void navigate('/setup/address', { replace: true })
        }}
      />
    </WithTranslations>
  )
}
