import { hashKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { can } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import type { Actor, Capability, Session } from '@talus/contract'
import { call } from './call.ts'
import { recordKeys } from './records/keys.ts'

export const sessionQuery = queryOptions({
  queryKey: recordKeys.session,
  queryFn: ({ signal }) => call(routes.auth.session, {}, { signal }),
  staleTime: 5 * 60_000,
  gcTime: Number.POSITIVE_INFINITY,
})

/** The signed-in user in the form that the permission rules need. */
export const toActor = ({ user, permissionProfile, assignedClinicIds }: Session): Actor => ({
  id: user.id,
  username: user.username,
  clinicId: user.clinicId,
  assignedClinicIds,
  flags: permissionProfile,
})

/** Fetches the session again when it is stale; used once, by the frame of the pages. */
export const useFreshSession = () => void useQuery({ ...sessionQuery, notifyOnChangeProps: [] })

interface SessionCache {
  readonly subscribe: (listener: () => void) => () => void
  readonly get: () => Session | undefined
}

const sessionHash = hashKey(sessionQuery.queryKey)
const sessionCaches = new WeakMap<QueryClient, SessionCache>()

function createSessionCache(client: QueryClient): SessionCache {
  const queries = client.getQueryCache()
  let subscribers = 0
  // A page that is still shown when its user signs out keeps its session to the end.
  let last: Session | undefined
  return {
    subscribe: (listener) => {
      subscribers += 1
      const unsubscribe = queries.subscribe(({ query }) => {
        if (query.queryHash === sessionHash) listener()
      })
      return () => {
        unsubscribe()
        subscribers -= 1
        if (subscribers === 0) last = undefined
      }
    },
    get: () => {
      last = queries.get<Session>(sessionHash)?.state.data ?? last
      return last
    },
  }
}

/**
 * Returns the session. May be used only below the guard, which loads it before it shows a page. A
 * page has a hundred components that need it, and `useQuery` in each of them took a twentieth of a
 * load.
 */
export function useSession(): Session {
  const client = useQueryClient()
  const cache = sessionCaches.get(client) ?? createSessionCache(client)
  sessionCaches.set(client, cache)
  const session = useSyncExternalStore(cache.subscribe, cache.get)
  if (!session) throw new Error('A page was shown without a session.')
  return session
}

export const useActor = () => toActor(useSession())
export const useCan = (capability: Capability) => can(useActor(), capability)
