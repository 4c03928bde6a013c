import type { ClinicId, DicomDeviceId, ExchangeRight } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { DicomAttemptTable } from '../../../db/exchange-tables.ts'
import type { UnscopedDb } from '../../../db/open.ts'

export interface CountedAttempt extends Omit<Insertable<DicomAttemptTable>, 'id' | 'wanted'> {
  readonly certificate: string
  readonly wanted: ExchangeRight[]
}

/** Adds to the row of the same title, address and certificate, and keeps what the last call said. */
export async function count(unscopedDb: UnscopedDb, attempt: CountedAttempt): Promise<void> {
  const { calledTitle, isTls, reason, lastOn } = attempt
  const wanted = JSON.stringify(attempt.wanted)
  const latest = { calledTitle, isTls, reason, lastOn, wanted }
  await unscopedDb
    .insertInto('dicomAttempt')
    .values({ ...attempt, wanted })
    .onConflict((conflict) =>
      conflict
        .columns(['clinicId', 'callingTitle', 'address', 'certificate'])
        .doUpdateSet((expression) => ({
          ...latest,
          count: expression('dicomAttempt.count', '+', attempt.count),
        })),
    )
    .execute()
}

export const markSeen = (
  unscopedDb: UnscopedDb,
  id: DicomDeviceId,
  lastSeenOn: string,
  lastAddress: string,
) =>
  unscopedDb
    .updateTable('dicomDevice')
    .set({ lastSeenOn, lastAddress })
    .where('id', '=', id)
    .execute()

/** A stranger who invents titles pushes out only their own: each address has a few rows. */
export const perAddressMax = 10
export const perClinicMax = 200

/** Removes the oldest attempts above the bounds. */
export async function dropOldest(unscopedDb: UnscopedDb, clinicId: ClinicId): Promise<void> {
  const rows = await unscopedDb
    .selectFrom('dicomAttempt')
    .select(['id', 'address'])
    .where('clinicId', '=', clinicId)
    .orderBy('lastOn', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const perAddress = new Map<string, number>()
  let kept = 0
  const dropped = rows.filter(({ address }) => {
    const used = perAddress.get(address) ?? 0
    if (used >= perAddressMax || kept >= perClinicMax) return true
    perAddress.set(address, used + 1)
    kept += 1
    return false
  })
  for (let start = 0; start < dropped.length; start += 500)
    await unscopedDb
      .deleteFrom('dicomAttempt')
      .where(
        'id',
        'in',
        dropped.slice(start, start + 500).map(({ id }) => id),
      )
      .execute()
}
