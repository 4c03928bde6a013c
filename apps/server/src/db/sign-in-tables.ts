import type { Instant } from '@talus/contract'

/** An address from which a user has signed in. */
export interface KnownAddressTable {
  usernameKey: string
  address: string
  lastUsedOn: Instant
}
