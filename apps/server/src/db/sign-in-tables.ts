import type { Instant, UserId } from '@talus/contract'
import type { Generated } from 'kysely'

/** An address from which a user has signed in. */
export interface KnownAddressTable {
  usernameKey: string
  address: string
  lastUsedOn: Instant
}

export interface SessionTable {
  /** SHA-256 of the token: a stolen database cannot be used to sign in. */
  tokenHash: string
  userId: UserId
  createdOn: Instant
  lastUsedOn: Instant
  expiresOn: Instant
  address: string
  /** The browser as it names itself. */
  device: Generated<string>
  /** The user must set up their second factor first; all other calls are refused. */
  mustSetUp: Generated<boolean>
}

export interface PasswordResetTable {
  tokenHash: string
  userId: UserId
  createdOn: Instant
  expiresOn: Instant
  usedOn: Instant | null
}

export interface SignInFailureTable {
  id: Generated<number>
  usernameKey: string
  address: string
  failedOn: Instant
}
