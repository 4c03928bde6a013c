import { can, landingOf } from '@talus/contract'
import type { Capability, Session } from '@talus/contract'
import { redirect } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { basePath, settings } from '../api/page-settings.ts'
import { actorOf, sessionQuery } from '../api/session.ts'
import { tokenStore } from '../api/token.ts'
import { suggestLanguage } from '../language.ts'
import { keepDraftsOf } from '../ui/form/drafts.ts'
import { queryClient } from './query-client.ts'
import { rememberReturn, takeReturn } from './return-path.ts'
import { warmUp } from './warm-up.ts'

export const landingPath = (session: Session) => `/${landingOf(actorOf(session), settings.variant)}`

const pathBelowBase = (url: URL) =>
  `${basePath === '/' ? url.pathname : url.pathname.slice(basePath.length)}${url.search}`

async function loadSession(): Promise<Session> {
  const session = await queryClient.query({
    ...sessionQuery,
    staleTime: 'static',
    meta: { showsOwnError: true },
  })
  if (session.clinic) await suggestLanguage(session.clinic.lang)
  keepDraftsOf(session.user.id)
  warmUp(queryClient, session)
  return session
}

/** For a page of those signed in; somebody who may not see it is led to the page where he starts. */
export const guard =
  (capability?: Capability) =>
  async ({ request }: LoaderFunctionArgs) => {
    const path = pathBelowBase(new URL(request.url))
    if (!tokenStore.get()) {
      rememberReturn(path)
      throw redirect('/login')
    }
    let session: Session
    try {
      session = await loadSession()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 401) throw error
      rememberReturn(path)
      throw redirect('/login')
    }
    if (capability && !can(actorOf(session), capability)) throw redirect(landingPath(session))
    return null
  }

/** Somebody who is signed in, already or just now, goes on: back to the page that asked for it, or to the first. */
export async function skipSignIn() {
  if (!tokenStore.get()) return null
  let session: Session
  try {
    session = await loadSession()
  } catch {
    // An expired token, or no server: the form is the right place in both cases.
    return null
  }
  throw redirect(takeReturn() ?? landingPath(session))
}
