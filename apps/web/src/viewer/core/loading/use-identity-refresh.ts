import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { usePatientIdentity } from '../source-queries.ts'
import type { ViewerSource } from '../source.ts'
import type { ImageCache } from './image-cache.ts'

/** Several minutes: until then the viewer would show a patient that has been corrected. */
const retries = 8

/** Shows a patient or an owner that is corrected while the viewer is open. */
export function useIdentityRefresh(imageCache: ImageCache, source: ViewerSource) {
  const client = useQueryClient()
  const identity = usePatientIdentity(source)
  const shownIdentity = useRef(identity)
  useEffect(() => {
    if (identity === undefined || identity === shownIdentity.current) return
    const isFirst = shownIdentity.current === undefined
    shownIdentity.current = identity
    // The images are being loaded with the first one.
    if (isFirst) return
    const refresh = {
      queryKey: ['viewer', 'identity-refresh', source.studyId, identity],
      queryFn: async () => {
        await imageCache.refreshIdentity()
        return identity
      },
      staleTime: 0,
      retry: retries,
      meta: { showsOwnError: true },
    }
    client.query(refresh).catch(() => undefined)
  }, [client, identity, imageCache, source.studyId])
}
