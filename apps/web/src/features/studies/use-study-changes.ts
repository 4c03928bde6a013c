import { routes } from '@talus/contract/routes'
import type { ClinicId } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeToEvents } from '../../api/event-stream.ts'
import { studyQueries } from './studies.queries.ts'

/** Refreshes the study queries when studies or images of the clinic change on the server. */
export function useStudyChanges(clinicId: ClinicId) {
  const client = useQueryClient()
  useEffect(() => {
    let lastRevision: string | undefined
    let stream: AbortController | undefined
    const onRevision = (revision: string) => {
      if (lastRevision !== undefined && revision !== lastRevision)
        void client.invalidateQueries({ queryKey: studyQueries.all })
      lastRevision = revision
    }
    // A browser allows six connections to a server for all its tabs, so a hidden tab closes its
    // stream.
    const reconnect = () => {
      stream?.abort()
      stream = undefined
      if (document.hidden) return
      stream = new AbortController()
      const request = { params: { clinicId } }
      void subscribeToEvents(routes.study.changes, request, onRevision, stream.signal)
    }
    reconnect()
    document.addEventListener('visibilitychange', reconnect)
    return () => {
      document.removeEventListener('visibilitychange', reconnect)
      stream?.abort()
    }
  }, [client, clinicId])
}
