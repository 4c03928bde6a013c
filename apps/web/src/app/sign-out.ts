import i18next from 'i18next'
import { routes } from '@talus/contract/routes'
import { call } from '../api/call.ts'
import { switchGeneratorOff } from '../api/generator.ts'
import { selectClinic } from '../api/selected-clinic.ts'
import { storeToken, tokenStore } from '../api/token.ts'
import { clearDrafts } from '../ui/form/drafts.ts'
import { modals } from '../ui/modals/modal-store.ts'
import { notices, toast } from '../ui/toasts/toast-store.ts'
import { queryClient } from './query-client.ts'
import { storeReturnPath } from './return-path.ts'
import { resetPrefetch } from './prefetch-queries.ts'

/** Removes all data of the signed-in user from the page, before another user signs in. */
export function clearUserData() {
  storeToken(undefined)
  selectClinic(undefined)
  resetPrefetch()
  modals.closeAll()
  notices.clear()
  queryClient.clear()
}

/** Handles a session that the server has ended. */
export function endExpiredSession(path: string, goToLogin: () => void) {
  if (!tokenStore.get()) return
  storeReturnPath(path)
  clearUserData()
  toast.warning(i18next.t('auth:expired'))
  goToLogin()
}

const signOutTimeoutMs = 4000

/** Signs out on the server and in the page; the page is signed out even without a response. */
export async function signOut(previousRoute: string | undefined) {
  if (tokenStore.get()) {
    await switchGeneratorOff(AbortSignal.timeout(signOutTimeoutMs))
    // This call has its own time-out: if the generator does not respond, the token must still be
    // revoked.
    await call(
      routes.auth.logout,
      { body: previousRoute === undefined ? {} : { previousRoute } },
      { signal: AbortSignal.timeout(signOutTimeoutMs), isQuiet: true },
    ).catch(() => undefined)
  }
  clearDrafts()
  clearUserData()
}
