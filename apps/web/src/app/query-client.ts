import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { getErrorMessage } from '../api/call.ts'
import { showError } from '../ui/modals/confirm.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly showsOwnError?: boolean }
    mutationMeta: { readonly showsOwnError?: boolean }
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
  queryCache: new QueryCache({ onError: (error, query) => showUnlessHandled(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => showUnlessHandled(error, mutation.meta),
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
