import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { getErrorMessage } from '../api/call.ts'
import { markStale } from '../api/records/mark-stale.ts'
import { onSignOut } from '../session-state.ts'
import { showError } from '../ui/modals/confirm.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      readonly showsOwnError?: boolean
      /** Set for a part of a record whose page says itself that the record is out of reach. */
      readonly hidesNotFound?: boolean
    }
    mutationMeta: {
      readonly showsOwnError?: boolean
      /** Keys of the queries that the mutation makes stale. */
      readonly makesStale?: readonly QueryKey[]
      /** Whether the mutation is pending until they have been fetched again; true by default. */
      readonly isRefetchAwaited?: boolean
    }
  }
}

/** No error is shown for a 401, which signs out, nor if the caller shows the error itself. */
function showUnlessHandled(error: unknown, meta: { readonly showsOwnError?: boolean } | undefined) {
  const isSignOut = error instanceof ApiError && error.status === 401
  if (!isSignOut && !meta?.showsOwnError) showError(getErrorMessage(error))
}

/** No connection, or a server that is starting: worth a retry, unlike any other error response. */
const isTransient = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      const isNotFound = error instanceof ApiError && error.code === 'record/not-found'
      if (!isNotFound || !meta?.hidesNotFound) showUnlessHandled(error, meta)
    },
  }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => showUnlessHandled(error, mutation.meta),
    // A form must not show old values after saving, so by default the mutation stays pending until
    // the shown records have been fetched again. A failed mutation marks them as well, because a
    // conflict means that they are outdated; its error is shown without waiting.
    onSettled: async (_data, error, _variables, _result, { meta = {} }, { client }) => {
      const refetched = markStale(client, meta.makesStale ?? [])
      if (!error && meta.isRefetchAwaited !== false) await refetched
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && isTransient(error),
      refetchOnWindowFocus: true,
      // The server is often in the same building and can be reached without the internet.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
onSignOut(() => queryClient.clear())
