import { routes } from '@talus/contract/routes'
import { useEffect } from 'react'
import { call } from '../../api/call.ts'

const askMs = 10_000

/**
 * Asks whether the session still exists, so that a page whose session was ended on another computer
 * returns to the sign-in page: a 401 does that for every call. The question does not extend the
 * session, and a hidden page does not ask.
 */
export function useSessionWatch() {
  useEffect(() => {
    const ask = () => {
      if (document.hidden) return
      // Any other failure, such as a server that restarts, says nothing about the session.
      call(routes.account.alive, {}, { isQuiet: true }).catch(() => undefined)
    }
    const timer = setInterval(ask, askMs)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
}
