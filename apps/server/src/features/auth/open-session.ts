import { getReach, refuse } from '@talus/contract'
import type { Session, UserId } from '@talus/contract'
import { ClinicDb } from '../../db/clinic-db.ts'
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
  return { ...session, hasSensors: await hasSensors(deps, session) }
}

/**
 * Whether a sensor is switched on in the clinics of the user; one who reaches every clinic works at
 * their own. Without a sensor there is no generator, and the page asks for none.
 */
async function hasSensors(
  { unscopedDb }: OpenSessionDeps,
  { user: { id, username, clinicId }, assignedClinicIds, permissionProfile: flags }: Session,
): Promise<boolean> {
  const reach = getReach({ id, username, clinicId, assignedClinicIds, flags })
  const clinicIds = reach === 'every-clinic' ? [clinicId ?? []].flat() : reach
  const sensor = await new ClinicDb(unscopedDb, clinicIds)
    .selectFrom('sensor')
    .select('sensor.id')
    .where('sensor.isEnabled', '=', true)
    .limit(1)
    .executeTakeFirst()
  return sensor !== undefined
}
