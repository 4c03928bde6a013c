import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { onSignedOut, wordsOf } from '../api/call.ts'
import { followOtherTabs, tokenStore } from '../api/token.ts'
import { showErrorDialog } from '../ui/modals/confirm.tsx'
import { HintLayer } from '../ui/hint-layer.tsx'
import { guardKeysBehindModals } from '../ui/modals/guard-keys.ts'
import { ModalHost } from '../ui/modals/modal-host.tsx'
import { listenForShortcuts } from '../ui/shortcuts/use-shortcuts.ts'
import { ThemeProvider } from '../ui/theme/theme-provider.tsx'
import { ToastRegion } from '../ui/toasts/toast-region.tsx'
import { warnBeforeUnload } from './exit.ts'
import { queryClient } from './query-client.ts'
import { reportError, reportUncaught } from './report-error.ts'
import { currentPath, router } from './router.tsx'
import { endExpiredSession, forgetPerson } from './sign-out.ts'

const goToLogin = () => void router.navigate('/login', { replace: true })

export function startApp() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element.')

  onSignedOut(() => endExpiredSession(currentPath(), goToLogin))
  followOtherTabs(() => {
    if (tokenStore.get()) location.reload()
    else {
      forgetPerson()
      goToLogin()
    }
  })
  reportUncaught((error) => showErrorDialog(wordsOf(error)))
  warnBeforeUnload()
  guardKeysBehindModals(root)
  listenForShortcuts()

  createRoot(root, { onUncaughtError: reportError, onCaughtError: reportError }).render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          {/* As a transition a page is drawn bit by bit, and from the start at every change of the
              one before it: on a busy machine that stayed for seconds under the new address. */}
          <RouterProvider router={router} useTransitions={false} />
          <ModalHost />
          <ToastRegion />
          <HintLayer />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  )
}
