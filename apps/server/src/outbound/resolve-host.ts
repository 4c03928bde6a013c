import { lookup } from 'node:dns/promises'
import { refuse } from '@talus/contract'
import { isPublicAddress } from './address-policy.ts'
import type { Endpoint } from './connection-refusal.ts'

const addressesMax = 3

/**
 * Resolves a host to checked addresses. A connection uses one of them and never resolves the name
 * again, so that a second, different DNS answer ("DNS rebinding") has no effect.
 */
export async function resolveHost(
  endpoint: Endpoint,
  { mayBePrivate }: { readonly mayBePrivate: boolean },
): Promise<readonly string[]> {
  // The system's own resolver: clinics name their servers in a hosts file, or not in DNS at all.
  const found = await lookup(stripBrackets(endpoint.host), { all: true }).catch(() => [])
  if (found.length === 0) refuse('connection/unknown-host', { values: { ...endpoint } })
  const addresses = found.map(({ address }) => address)
  if (!mayBePrivate && !addresses.every(isPublicAddress))
    refuse('connection/forbidden-host', { values: { ...endpoint } })
  return addresses.slice(0, addressesMax)
}

/** Removes the brackets in which an IPv6 address is written before a port. */
export const stripBrackets = (host: string) => host.replace(/^\[(.*)\]$/u, '$1')
