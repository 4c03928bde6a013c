import { noFlags, refuse } from '@talus/contract'
import type { Actor, ExchangeRight } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../db/clinic-db.ts'
import { createCallCounter } from '../../db/call-count.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { formatDay } from '../../time/format-day.ts'
import { getSystemUser } from '../archive/index.ts'
import { recordAuditEvent } from '../audit/index.ts'
import { hashToken } from '../auth/index.ts'
import * as accounts from './service-accounts.queries.ts'

export interface KeyDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
}

/** The actor of a request with a key; throws a refusal if the key may not do it. */
export type AuthenticateKey = (key: string, right: ExchangeRight, address: string) => Promise<Actor>

const rightFlags = { store: 'mayStore', query: 'mayQuery', retrieve: 'mayRetrieve' } as const
/** Wrong keys of one address in a quarter of an hour, on all servers together. */
const failuresMax = 30
const failureWindowMs = 15 * 60_000
/** A write for every request would cost a flush each; once a minute is enough. */
const markEveryMs = 60_000

type Account = NonNullable<Awaited<ReturnType<typeof accounts.findByKey>>>

function isUsable(account: Account, now: Date): boolean {
  if (account.revokedOn !== null || account.clinicIsDeleted || account.clinicStatus !== 'Active')
    return false
  return account.validUntil === null || account.validUntil >= formatDay(account.timeZone, now)
}

/**
 * Checks the keys of service accounts. A right key is never shut out: failures are counted for their
 * address, and only further wrong keys get the answer that there were too many.
 */
export function createKeyCheck({ unscopedDb, clock }: KeyDeps): AuthenticateKey {
  const countFailure = createCallCounter({ unscopedDb, clock, name: 'wrong-key' })

  async function fail(account: Account | undefined, address: string): Promise<never> {
    const { count, remainingMs } = await countFailure(address, failuresMax, failureWindowMs)
    // One entry for each address and quarter of an hour: a stranger must not fill the trail.
    if (count === 1)
      await recordAuditEvent(
        {
          db: new ClinicDb(unscopedDb, 'every-clinic'),
          actor: { id: null, username: account?.name ?? '' },
          address,
          clock,
        },
        {
          action: 'service-account.refused',
          entityId: account?.id ?? null,
          subject: account?.name ?? 'DICOMweb',
          clinicId: account?.clinicId ?? null,
        },
      )
    if (count > failuresMax)
      refuse('auth/too-many-attempts', {
        values: { minutes: Math.ceil(remainingMs / 60_000) },
        retryAfterSeconds: Math.ceil(remainingMs / 1000),
      })
    return refuse('auth/unknown-key')
  }

  return async (key, right, address) => {
    const now = clock()
    const account = await accounts.findByKey(unscopedDb, hashToken(key))
    if (!account || !isUsable(account, now)) return fail(account, address)
    if (!account[rightFlags[right]]) refuse('access/forbidden')
    const { id, name, clinicId, lastUsedOn, lastAddress } = account
    const isMarked =
      lastUsedOn !== null &&
      now.getTime() - Date.parse(lastUsedOn) < markEveryMs &&
      lastAddress === address
    if (!isMarked)
      await accounts.markUsed(unscopedDb, id, {
        lastUsedOn: now.toISOString(),
        lastAddress: address,
      })
    return {
      // Images need a user; the audit trail shows the name of the account.
      id: await getSystemUser(unscopedDb, now),
      username: name,
      clinicId,
      assignedClinicIds: [],
      flags: noFlags,
      isService: true,
    }
  }
}
