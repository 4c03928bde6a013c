import { limits } from '@talus/contract'
import type { CaseId, CasePresence } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'

/** Says that this user has the case open, and returns the others who have. */
export function usePresence(caseId: CaseId): readonly CasePresence[] {
  const [others, setOthers] = useState<readonly CasePresence[]>([])
  useEffect(() => {
    let isOpen = true
    const announce = async () => {
      if (document.hidden) return
      const found = await call(
        routes.radCase.openPage,
        { params: { id: caseId } },
        { isQuiet: true },
        // The next attempt follows in seconds, and nothing depends on it.
      ).catch(() => undefined)
      if (isOpen && found) setOthers(found)
    }
    const close = () =>
      void call(
        routes.radCase.closePage,
        { params: { id: caseId } },
        { isQuiet: true, outlivesPage: true },
      ).catch(() => undefined)
    void announce()
    const timer = setInterval(() => void announce(), limits.casePresenceMs)
    addEventListener('pagehide', close)
    return () => {
      isOpen = false
      clearInterval(timer)
      removeEventListener('pagehide', close)
      close()
    }
  }, [caseId])
  return others
}
