import { Outlet, useNavigation } from 'react-router'
import { pendingRequests } from '../api/pending-requests.ts'
import { useStore } from '../store.ts'
import { ProgressBar } from '../ui/display/progress-bar.tsx'
import { prefetchSignedInPages } from './page-loaders.ts'
import { usePrefetchedCode } from './prefetch-code.ts'
import { usePageTitle } from './use-page-title.ts'

export function PublicPage() {
  usePageTitle()
  const { requests } = useStore(pendingRequests.store)
  const navigation = useNavigation()
  usePrefetchedCode(prefetchSignedInPages)
  return (
    <>
      <ProgressBar isBusy={requests > 0 || navigation.state !== 'idle'} />
      <Outlet />
    </>
  )
}
