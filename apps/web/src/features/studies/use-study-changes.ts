import { routes } from '@talus/contract/routes'
import type { ClinicId } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followEvents } from '../../api/event-stream.ts'
import { studyQueries } from './studies.queries.ts'

/** New studies and images of the clinic appear by themselves on the screen that uses this. */
export function useStudyChanges(clinicId: ClinicId) {
  const client = useQueryClient()
  useEffect(() => {
    let known: string | undefined
    let listening: AbortController | undefined
    const onRevision = (revision: string) => {
      if (known !== undefined && revision !== known)
        void client.invalidateQueries({ queryKey: studyQueries.all })
      known = revision
    }
    // A browser has six connections to a server for all its tabs: one that nobody sees gives way.
    const follow = () => {
      listening?.abort()
      listening = undefined
      if (document.hidden) return
      listening = new AbortController()
      const given = { params: { clinicId } }
      void followEvents(routes.study.changes, given, onRevision, listening.signal)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      listening?.abort()
    }
  }, [client, clinicId])
}
