import { routes } from '@talus/contract/routes'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useFreshSession } from '../../api/session.ts'
import {
  contactFailures,
  isContactFailure,
  serverLost,
  watchContact,
} from '../../api/server-contact.ts'

/** A server whose database does not answer says so within this time. */
const answerMs = 6000

async function isAnswered(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(answerMs)
    await call(routes.account.alive, {}, { isQuiet: true, signal })
    return true
  } catch (error) {
    return error instanceof ApiError && !isContactFailure(error.status)
  }
}

/**
 * Asks every ten seconds whether the session still exists, so that a page whose session was ended on
 * another computer returns to the sign-in page: a 401 does that for every call. The question does
 * not extend the session. It is also asked when another call fails, and its failures show the user
 * that the page may be old; once there is an answer again, the shown records are fetched again.
 */
export function useSessionWatch() {
  const client = useQueryClient()
  useFreshSession()
  useEffect(() => {
    const watch = watchContact({
      isAnswered,
      isHidden: () => document.hidden,
      onLost: () => serverLost.set(true),
      onFound: () => {
        serverLost.set(false)
        void client.refetchQueries({ type: 'active' })
      },
    })
    const unsubscribe = contactFailures.subscribe(watch.ask)
    document.addEventListener('visibilitychange', watch.ask)
    return () => {
      watch.end()
      unsubscribe()
      document.removeEventListener('visibilitychange', watch.ask)
    }
  }, [client])
}
