import { refuse } from '@talus/contract'
import type { Session, UserId } from '@talus/contract'
import { recordSessionEvent } from './session-audit.ts'
import type { SecondFactorRule } from './second-factor/second-factor.service.ts'
import * as sessions from './sessions.service.ts'

export interface OpenSessionDeps extends sessions.SessionDeps {
  readonly secondFactorRule: SecondFactorRule
}

interface SignInCall {
  readonly address: string
  readonly device: string
  readonly setHeader: (name: string, value: string) => void
}

/** Starts the session of a user who has proved who they are; its token is a header of the response. */
export async function openSession(
  deps: OpenSessionDeps,
  userId: UserId,
  { address, device, setHeader }: SignInCall,
): Promise<Session> {
  const mustSetUp = await sessions.mustSetUpFactor(deps, userId)
  const token = await sessions.startSession(deps, userId, address, { device, mustSetUp })
  setHeader('authorization', `Bearer ${token}`)
  const session = (await sessions.describe(deps, token)) ?? refuse('access/sign-in-required')
  await recordSessionEvent(deps, 'session.sign-in', session.user, address)
  return session
}
