import type { Route, RouteRequest, RouteResponse } from '@talus/contract'
import { mutationOptions, useMutation } from '@tanstack/react-query'
import type { QueryClient, QueryKey, UseMutationOptions } from '@tanstack/react-query'
import { call } from '../call.ts'

interface MutationEffects<Definition> {
  /** Keys of the queries that the change makes stale; `app/query-client.ts` marks them. */
  readonly makesStale: readonly QueryKey[]
  /** The page goes on without waiting for the stale queries to be fetched again. */
  readonly isRefetchAwaited?: false
  /** Caches the saved record, so that it is shown before it has been fetched again. */
  readonly cache?: (client: QueryClient, saved: RouteResponse<Definition>) => void
}

/** Declares a mutation that calls a route, and which queries it makes stale. */
export const recordMutation = <Definition extends Route>(
  route: Definition,
  { cache, ...meta }: MutationEffects<Definition>,
) =>
  mutationOptions({
    mutationFn: async (request: RouteRequest<Definition, File>, { client }) => {
      const saved = await call(route, request)
      cache?.(client, saved)
      return saved
    },
    meta,
  })

/** For callers that show the error themselves. */
export const withOwnError = <Options extends Pick<UseMutationOptions, 'meta'>>(
  options: Options,
) => ({ ...options, meta: { ...options.meta, showsOwnError: true } })

/**
 * Returns a function that makes the change. It throws errors: for forms and dialogs, which show them
 * themselves.
 */
export function useRecordMutation<Saved, Request>(
  options: UseMutationOptions<Saved, Error, Request>,
): (request: Request) => Promise<Saved> {
  return useMutation(withOwnError(options)).mutateAsync
}
