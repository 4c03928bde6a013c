import i18next from 'i18next'
import { can } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { call } from '../api/call.ts'
import { switchGeneratorOff } from '../api/generator.ts'
import { sessionQuery, toActor } from '../api/session.ts'
import { tokenStore } from '../api/token.ts'
import { languageReady } from '../language.ts'
import { resetSessionState } from '../session-state.ts'
import { toast } from '../ui/toasts/toast-store.ts'
import { queryClient } from './query-client.ts'
import { storeReturnPath } from './return-path.ts'
import { giveUpTexts, isNothingLeft, saveTexts } from './save-texts.ts'

/** Handles a session that the server has ended. */
export function endExpiredSession(path: string, goToLogin: () => void) {
  if (!tokenStore.get()) return
  storeReturnPath(path)
  resetSessionState('expired')
  toast.warning(i18next.t('auth:expired'))
  goToLogin()
}

const signOutTimeoutMs = 4000

/** Users who take no X-rays have not switched the generator on. */
function mayCapture(): boolean {
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  return session === undefined || can(toActor(session), 'study.capture')
}

/** A typed address leaves the page of a text at once: it is saved here, or the user is asked. */
export async function mayLogOut(): Promise<boolean> {
  if (!tokenStore.get()) return true
  const left = await saveTexts()
  if (isNothingLeft(left)) return true
  await languageReady
  const { askToLose } = await import('./shell/confirm-log-out.tsx')
  return askToLose(left)
}

/** Signs out on the server and in the page; the page is signed out even without a response. */
export async function signOut(previousRoute: string | undefined) {
  if (tokenStore.get()) {
    if (mayCapture()) await switchGeneratorOff(AbortSignal.timeout(signOutTimeoutMs))
    // This call has its own time-out: if the generator does not respond, the token must still be
    // revoked.
    await call(
      routes.auth.logout,
      { body: previousRoute === undefined ? {} : { previousRoute } },
      { signal: AbortSignal.timeout(signOutTimeoutMs), isQuiet: true },
    ).catch(() => undefined)
  }
  giveUpTexts()
  resetSessionState('signed-out')
}
