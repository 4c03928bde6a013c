/**
 * Cached data of an earlier visit is fetched again, so that the page starts from what the server
 * has.
 */
export const fresh = { staleTime: 0, refetchOnMount: 'always' } as const
/** The page shows errors in place, not as toasts. */
export const ownError = { meta: { showsOwnError: true } } as const
