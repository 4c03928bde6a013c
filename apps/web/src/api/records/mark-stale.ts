import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Marks queries as stale and fetches those again that are shown. Features call it only for changes
 * that no mutation of this page has made: by a device, by another user, or at the user's request.
 */
export async function markStale(client: QueryClient, keys: readonly QueryKey[]): Promise<void> {
  // All are marked before one is fetched again, because some queries read others from the cache.
  for (const queryKey of keys) void client.invalidateQueries({ queryKey, refetchType: 'none' })
  await Promise.all(keys.map((queryKey) => client.refetchQueries({ queryKey, type: 'active' })))
}
