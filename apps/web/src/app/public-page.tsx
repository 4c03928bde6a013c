import { Outlet, useNavigation } from 'react-router'
import { pending } from '../api/pending-requests.ts'
import { useStore } from '../store.ts'
import { ProgressBar } from '../ui/progress-bar.tsx'
import { usePageTitle } from './use-page-title.ts'

export function PublicPage() {
  usePageTitle()
  const { requests } = useStore(pending.store)
  const navigation = useNavigation()
  return (
    <>
      <ProgressBar isBusy={requests > 0 || navigation.state !== 'idle'} />
      <Outlet />
    </>
  )
}
