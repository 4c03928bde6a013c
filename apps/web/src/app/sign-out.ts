import i18next from 'i18next'
import { routes } from '@talus/contract/routes'
import { call } from '../api/call.ts'
import { switchGeneratorOff } from '../api/generator.ts'
import { selectClinic } from '../api/selected-clinic.ts'
import { keepToken, tokenStore } from '../api/token.ts'
import { forgetDrafts } from '../ui/form/drafts.ts'
import { modals } from '../ui/modals/modal-store.ts'
import { notices, toast } from '../ui/toasts/toast-store.ts'
import { queryClient } from './query-client.ts'
import { rememberReturn } from './return-path.ts'
import { forgetWarmUp } from './warm-up.ts'

/** Nothing of one person stays in the page for the next one at this screen. */
export function forgetPerson() {
  keepToken(undefined)
  selectClinic(undefined)
  forgetWarmUp()
  modals.closeAll()
  notices.clear()
  queryClient.clear()
}

/** The server has ended the session. */
export function endExpiredSession(path: string, goToLogin: () => void) {
  if (!tokenStore.get()) return
  rememberReturn(path)
  forgetPerson()
  toast.warning(i18next.t('auth:expired'))
  goToLogin()
}

const goodbyeMs = 4000

/** Leaves properly; a server that does not answer cannot keep anybody signed in here. */
export async function signOut(previousRoute: string | undefined) {
  if (tokenStore.get()) {
    await switchGeneratorOff(AbortSignal.timeout(goodbyeMs))
    // With time of its own: a generator that does not answer must not leave the token alive.
    await call(
      routes.auth.logout,
      { body: previousRoute === undefined ? {} : { previousRoute } },
      { signal: AbortSignal.timeout(goodbyeMs), isQuiet: true },
    ).catch(() => undefined)
  }
  forgetDrafts()
  forgetPerson()
}
