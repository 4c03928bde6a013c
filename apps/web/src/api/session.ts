import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
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

/** May be used only below the guard, which loads the session before it shows a page. */
export function useSession(): Session {
  const client = useQueryClient()
  const { data } = useQuery(sessionQuery)
  const session = data ?? client.getQueryData(sessionQuery.queryKey)
  if (!session) throw new Error('A page was shown without a session.')
  return session
}

export const useActor = () => toActor(useSession())
export const useCan = (capability: Capability) => can(useActor(), capability)
