import { lookup } from 'node:dns/promises'
import { refuse } from '@talus/contract'
import { isPublicAddress } from './address-policy.ts'
import type { Place } from './connection-fault.ts'

const addressesMax = 3

/**
 * The addresses of a host, checked. A connection goes to one of them and never asks for the name
 * again: a name that leads elsewhere at the second question ("DNS rebinding") gains nothing.
 */
export async function resolveHost(
  place: Place,
  { mayBePrivate }: { readonly mayBePrivate: boolean },
): Promise<readonly string[]> {
  // The system's own resolver: clinics name their servers in a hosts file, or not in DNS at all.
  const found = await lookup(bareHost(place.host), { all: true }).catch(() => [])
  if (found.length === 0) refuse('connection/unknown-host', { values: { ...place } })
  const addresses = found.map(({ address }) => address)
  if (!mayBePrivate && !addresses.every(isPublicAddress))
    refuse('connection/forbidden-host', { values: { ...place } })
  return addresses.slice(0, addressesMax)
}

/** An IPv6 address is written in brackets where a port follows it. */
export const bareHost = (host: string) => host.replace(/^\[(.*)\]$/u, '$1')
