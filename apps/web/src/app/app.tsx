import { QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { getErrorMessage, onForbidden, onSignedOut } from '../api/call.ts'
import { recordKeys } from '../api/records/keys.ts'
import { markStale } from '../api/records/mark-stale.ts'
import { watchOtherTabs, tokenStore } from '../api/token.ts'
import { watchXRayRoomOfOtherTabs } from '../api/workplace.ts'
import { switchXRayRoom } from '../api/x-ray-rooms.ts'
import { resetSessionState } from '../session-state.ts'
import { showErrorDialog } from '../ui/modals/confirm.tsx'
import { HintLayer } from '../ui/hints/hint-layer.tsx'
import { guardKeysBehindModals } from '../ui/modals/guard-keys.ts'
import { guardPointer } from '../ui/modals/guard-pointer.ts'
import { ModalHost } from '../ui/modals/modal-host.tsx'
import { noteSurfaceChange, watchModals } from '../ui/modals/surface-changes.ts'
import { listenForShortcuts } from '../ui/shortcuts/use-shortcuts.ts'
import { ThemeProvider } from '../ui/theme/theme-provider.tsx'
import { ToastRegion } from '../ui/toasts/toast-region.tsx'
import { warnBeforeUnload } from './exit.ts'
import { queryClient } from './query-client.ts'
import { recordLanguage } from './record-language.ts'
import { reportError, reportUncaughtErrors } from './report-error.ts'
import { getCurrentPath, router } from './router.tsx'
import { endExpiredSession } from './sign-out.ts'

const goToLogin = () => void router.navigate('/login', { replace: true })

/** Blocks presses that were meant for the page or the dialog that was shown a moment before. */
function guardPresses(root: HTMLElement) {
  watchModals()
  let shown = router.state.location.pathname
  router.subscribe(({ location: { pathname } }) => {
    if (pathname === shown) return
    shown = pathname
    noteSurfaceChange('page')
  })
  guardPointer()
  guardKeysBehindModals(root)
}

export function startApp() {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root element.')

  onSignedOut(() => endExpiredSession(getCurrentPath(), goToLogin))
  // The permissions of the user have changed since they signed in: the menu follows.
  onForbidden(() => void markStale(queryClient, [recordKeys.session]))
  watchOtherTabs(() => {
    if (tokenStore.get()) location.reload()
    else {
      // The other tab may have lost its session, so drafts of this tab are kept for the same user.
      resetSessionState('expired')
      goToLogin()
    }
  })
  // The computer has moved, so no tab may arm the sensor of the previous X-ray room.
  watchXRayRoomOfOtherTabs((xRayRoom) => switchXRayRoom(queryClient, xRayRoom))
  reportUncaughtErrors((error) => showErrorDialog(getErrorMessage(error)))
  i18next.on('languageChanged', recordLanguage)
  warnBeforeUnload()
  guardPresses(root)
  listenForShortcuts()

  createRoot(root, { onUncaughtError: reportError, onCaughtError: reportError }).render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          {/* In a transition React renders the new page in slices and restarts at every update of
              the old one; on a busy computer the old page stayed for seconds at the new URL. */}
          <RouterProvider router={router} useTransitions={false} />
          <ModalHost />
          <ToastRegion />
          <HintLayer />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  )
}
