import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { wordsOf } from '../api/call.ts'
import { showError } from '../ui/modals/confirm.tsx'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly showsOwnError?: boolean }
    mutationMeta: { readonly showsOwnError?: boolean }
  }
}

/** A 401 signs out, which says enough; and what a form shows itself is not shown twice. */
function show(error: unknown, meta: { readonly showsOwnError?: boolean } | undefined) {
  const isSignOut = error instanceof ApiError && error.status === 401
  if (!isSignOut && !meta?.showsOwnError) showError(wordsOf(error))
}

/** Worth another try: no connection, or a server that is starting. A refusal stays a refusal. */
const isPassing = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 502 || error.status === 503)

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: (error, query) => show(error, query.meta) }),
  mutationCache: new MutationCache({
    onError: (error, _variables, _result, mutation) => show(error, mutation.meta),
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      retry: (count, error) => count < 2 && isPassing(error),
      refetchOnWindowFocus: true,
      // The server is in the same building more often than on the internet.
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})
