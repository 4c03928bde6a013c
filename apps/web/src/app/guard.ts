import { can, getLandingPage } from '@talus/contract'
import type { Capability, Session } from '@talus/contract'
import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { basePath, pageSettings } from '../api/page-settings.ts'
import { setUpQueries } from '../api/records/set-up.ts'
import { toActor, sessionQuery } from '../api/session.ts'
import { tokenStore } from '../api/token.ts'
import { suggestLanguage } from '../language.ts'
import { setDraftOwner } from '../ui/form/drafts.ts'
import { queryClient } from './query-client.ts'
import { recordLanguage } from './record-language.ts'
import { storeReturnPath, takeReturnPath } from './return-path.ts'
import { prefetchQueries } from './prefetch-queries.ts'

export const getLandingPath = (session: Session) =>
  `/${getLandingPage(toActor(session), pageSettings.variant)}`

const getPathBelowBase = (url: URL) =>
  `${basePath === '/' ? url.pathname : url.pathname.slice(basePath.length)}${url.search}`

async function loadSession(): Promise<Session> {
  const session = await queryClient.query({
    ...sessionQuery,
    staleTime: 'static',
    meta: { showsOwnError: true },
  })
  if (session.clinic) await suggestLanguage(session.clinic.lang)
  recordLanguage()
  setDraftOwner(session.user.id)
  if (!session.mustSetUp) prefetchQueries(queryClient, session)
  return session
}

/**
 * Loader of a page that needs a session; a user without the capability is redirected to their
 * landing page, or to the page that `refusedTo` names.
 */
export const guard =
  (capability?: Capability, refusedTo?: string) =>
  async ({ request }: LoaderFunctionArgs) => {
    const path = getPathBelowBase(new URL(request.url))
    if (!tokenStore.get()) {
      storeReturnPath(path)
      throw redirect('/login')
    }
    let session: Session
    try {
      session = await loadSession()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      storeReturnPath(path)
      throw redirect('/login')
    }
    // Other pages would only show errors.
    if (session.mustSetUp && path !== '/account') throw redirect('/account')
    if (capability && !can(toActor(session), capability))
      throw redirect(refusedTo ?? getLandingPath(session))
    return null
  }

/** Whether the system waits for its first user; false if the server does not answer. */
const isSetUpOpen = () =>
  queryClient.query({ ...setUpQueries.state(), staleTime: 0 }).then(
    ({ isOpen }) => isOpen,
    () => false,
  )

/**
 * Redirects a signed-in user from the sign-in page to the page they came from, or to their landing
 * page.
 */
export async function skipSignIn({ request }: LoaderFunctionArgs) {
  if (!tokenStore.get()) {
    const path = getPathBelowBase(new URL(request.url))
    // The set-up may have ended since the page was loaded; it says so itself.
    if (pageSettings.needsSetUp && path === '/login' && (await isSetUpOpen()))
      throw redirect('/setup')
    return null
  }
  let session: Session
  try {
    session = await loadSession()
  } catch {
    // The token has expired or the server cannot be reached: in both cases the sign-in form is
    // shown.
    return null
  }
  throw redirect(takeReturnPath() ?? getLandingPath(session))
}
