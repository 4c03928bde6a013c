import type { Instant, UserId } from '@talus/contract'
import type { Generated } from 'kysely'

export interface SecondFactorTable {
  userId: UserId
  /** Encrypted. */
  secret: string
  /** Null until a first code has confirmed that the user's authenticator has the secret. */
  enabledOn: Instant | null
  /** The step of the last accepted code, which is not accepted again. */
  lastStep: number
}

export interface RecoveryCodeTable {
  id: Generated<number>
  userId: UserId
  codeHash: string
}

/** A sign-in with the right password that waits for a code. */
export interface SignInChallengeTable {
  tokenHash: string
  userId: UserId
  expiresOn: Instant
}
