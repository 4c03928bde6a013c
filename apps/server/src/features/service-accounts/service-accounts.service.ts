import { refuse, refuseField, serviceKeyPrefix } from '@talus/contract'
import type {
  ClinicId,
  Day,
  NewServiceAccount,
  ServiceAccount,
  ServiceAccountChange,
  ServiceAccountDraft,
  ServiceAccountId,
} from '@talus/contract'
import type { z } from 'zod'
import { formatDay } from '../../time/format-day.ts'
import { diffValues, recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { hashToken, newToken } from '../auth/index.ts'
import { find as findClinic } from '../clinics/index.ts'
import * as accounts from './service-accounts.queries.ts'

const hintLength = 4

/** A key that has ended already is a typing error; revoking ends a key that exists. */
async function refusePastDay(
  { db, clock }: ChangeContext,
  clinicId: ClinicId,
  validUntil: Day | null,
): Promise<void> {
  if (validUntil === null) return
  const { timeZone } = (await findClinic(db, clinicId)) ?? refuse('record/not-found')
  if (validUntil < formatDay(timeZone, clock())) refuseField('validUntil', 'field/past-date')
}

/** Creates an account with a random key, which is not stored and can never be shown again. */
export async function create(
  change: ChangeContext,
  draft: z.output<typeof ServiceAccountDraft>,
): Promise<NewServiceAccount> {
  await refusePastDay(change, draft.clinicId, draft.validUntil)
  const key = `${serviceKeyPrefix}${newToken()}`
  const account = await change.db.transaction(async (db) => {
    const inserted = await accounts.insert(db, {
      ...draft,
      keyHash: hashToken(key),
      keyHint: key.slice(-hintLength),
      createdOn: change.clock().toISOString(),
      createdBy: change.actor.username,
    })
    const { id: entityId, name: subject, clinicId } = inserted
    const event = { action: 'service-account.create' as const, entityId, subject, clinicId }
    await recordAuditEvent({ ...change, db }, { ...event, after: { ...draft } })
    return inserted
  })
  return { account, key }
}

export async function update(
  change: ChangeContext,
  { id, ...after }: z.output<typeof ServiceAccountChange>,
): Promise<ServiceAccount> {
  const before = (await accounts.find(change.db, id)) ?? refuse('record/not-found')
  // The key of a revoked account stays refused, whatever is changed.
  if (before.revokedOn !== null) refuse('record/not-found')
  if (after.validUntil !== before.validUntil)
    await refusePastDay(change, before.clinicId, after.validUntil)
  await change.db.transaction(async (db) => {
    await accounts.update(db, id, after)
    const { name: subject, clinicId } = before
    const event = { action: 'service-account.update' as const, entityId: id, subject, clinicId }
    await recordAuditEvent({ ...change, db }, { ...event, ...diffValues({ ...before }, after) })
  })
  return { ...before, ...after }
}

/** The next request with the key is refused. The account stays in the list with its last use. */
export async function revoke(change: ChangeContext, id: ServiceAccountId): Promise<void> {
  const before = (await accounts.find(change.db, id)) ?? refuse('record/not-found')
  if (before.revokedOn !== null) return
  await change.db.transaction(async (db) => {
    await accounts.update(db, id, { revokedOn: change.clock().toISOString() })
    const { name: subject, clinicId } = before
    const event = { action: 'service-account.revoke' as const, entityId: id, subject, clinicId }
    await recordAuditEvent({ ...change, db }, event)
  })
}
