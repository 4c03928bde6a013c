import { isIP } from 'node:net'
import { refuse } from '@talus/contract'
import { isPublicAddress } from './address-policy.ts'
import type { Endpoint } from './connection-refusal.ts'
import { stripBrackets } from './resolve-host.ts'

const ownNames = /^(?:.+\.)?(?:localhost|local|internal|localdomain)\.?$/iu

/**
 * Refuses to save a host that is certainly not public, where only public ones are allowed. A name is
 * resolved and checked before each connection, because its address may change.
 */
export function checkHost(
  endpoint: Endpoint,
  { allowPrivateHosts }: { readonly allowPrivateHosts: boolean },
): void {
  if (allowPrivateHosts) return
  const host = stripBrackets(endpoint.host)
  const [bare = ''] = host.split('%')
  const isPrivate = isIP(bare) === 0 ? ownNames.test(host) : !isPublicAddress(bare)
  if (isPrivate) refuse('connection/forbidden-host', { values: { ...endpoint } })
}
