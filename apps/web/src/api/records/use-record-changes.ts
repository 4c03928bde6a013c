import { routes } from '@talus/contract/routes'
import type { ClinicId } from '@talus/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscribeToEvents } from '../event-stream.ts'
import { recordKeys } from './keys.ts'
import { markStale } from './mutation.ts'

/** The records whose changes increment the revision of a clinic. */
const changedRecords = [recordKeys.studies, recordKeys.patients, recordKeys.owners]

/**
 * Fetches the shown studies, images, patients and owners again when another user or a device
 * changes records of the clinic.
 */
export function useRecordChanges(clinicId: ClinicId) {
  const client = useQueryClient()
  useEffect(() => {
    let lastRevision: string | undefined
    let stream: AbortController | undefined
    const onRevision = (revision: string) => {
      if (lastRevision !== undefined && revision !== lastRevision)
        void markStale(client, changedRecords)
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
