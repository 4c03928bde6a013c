import type { ClinicId } from '@talus/contract'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { onSignOut } from '../../session-state.ts'
import { markStale } from './mark-stale.ts'

/** By clinic, or `cases`, and followed keys: the revision up to which the cached records are known to be right. */
const lastRevisions = new Map<string, string>()
onSignOut(() => lastRevisions.clear())

/**
 * Fetches the followed records again if they may be older than `revision`. That includes the first
 * revision of a page: a change between the first load of a list and the opening of the event stream
 * would otherwise stay invisible until the next change.
 */
export async function applyRevision(
  client: QueryClient,
  source: ClinicId | 'cases',
  followed: readonly QueryKey[],
  revision: string,
): Promise<void> {
  const key = JSON.stringify([source, followed])
  const lastRevision = lastRevisions.get(key)
  if (revision === lastRevision) return
  lastRevisions.set(key, revision)
  // The first load is not cancelled, because the page is waiting for it; it may have read the
  // records before the change, so they are fetched once more when it ends.
  if (lastRevision === undefined) await waitForPending(client, followed)
  await markStale(client, followed)
}

async function waitForPending(client: QueryClient, keys: readonly QueryKey[]) {
  const cache = client.getQueryCache()
  const pending = keys.flatMap((queryKey) => cache.findAll({ queryKey, fetchStatus: 'fetching' }))
  // The page that waits for the records shows the error.
  await Promise.allSettled(pending.map(async ({ promise }) => await promise))
}
