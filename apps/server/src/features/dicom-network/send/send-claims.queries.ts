import type { DicomSendId, DicomServerId } from '@talus/contract'
import type { UnscopedDb } from '../../../db/open.ts'
import { lockServer } from '../../../db/lock-servers.ts'
import { getRetryLimit, addMs, getNextAttempt } from './send-schedule.ts'
import type { AttemptResult } from './attempt-result.ts'

/**
 * The states of a queued image, and their meaning after a crash or a power failure:
 *
 * | state     | what is known                     | after a crash                                       |
 * |-----------|-----------------------------------|-----------------------------------------------------|
 * | waiting   | the peer does not have it         | is sent when nextTryOn has come                     |
 * | sending   | the peer may have it; nextTryOn   | is sent again once nextTryOn has passed; the peer   |
 * |           | is the end of the claim           | keeps one, by its UID                               |
 * | sent      | the peer has confirmed it         | stays                                               |
 * | failed    | it will not be sent by itself     | stays, with the reason                              |
 * | cancelled | a user cancelled it               | stays                                               |
 *
 * At most one row of a server is `sending`, and only the process that claimed it connects to that
 * server. The attempt number distinguishes claims, as in the job table.
 */
export interface Claim {
  readonly id: DicomSendId
  readonly attempts: number
}

export type DueImage = Awaited<ReturnType<typeof selectDue>>[number]

/** Lifetime of a claim without a heartbeat. */
export const claimMs = 15_000

/** Servers with images that are due. */
export const serversWithWork = (unscopedDb: UnscopedDb, now: string) =>
  unscopedDb
    .selectFrom('dicomServer')
    .select('dicomServer.id')
    .where((eb) => {
      const rows = (state: 'waiting' | 'sending') =>
        eb.exists(
          eb
            .selectFrom('dicomSend')
            .select('dicomSend.id')
            .whereRef('dicomSend.dicomServerId', '=', 'dicomServer.id')
            .where('dicomSend.state', '=', state)
            .where('dicomSend.nextTryOn', '<=', now),
        )
      return eb.or([rows('waiting'), rows('sending')])
    })
    .execute()

const selectDue = (unscopedDb: UnscopedDb, id: DicomServerId, now: string, limit: number) =>
  unscopedDb
    .selectFrom('dicomSend')
    .innerJoin('image', 'image.id', 'dicomSend.imageId')
    .innerJoin('study', 'study.id', 'image.studyId')
    .leftJoin('studyReport', 'studyReport.imageId', 'image.id')
    .select([
      'dicomSend.id',
      'study.patientId',
      'studyReport.patientDatabaseId as reportPatientId',
      'image.filePath',
      'image.sha256',
      'image.sopClassUID',
      'image.sopInstanceUID',
      'image.transferSyntaxUID',
      'image.isRejected',
      'study.isDeleted',
    ])
    .where('dicomSend.dicomServerId', '=', id)
    .where('dicomSend.state', '=', 'waiting')
    .where('dicomSend.nextTryOn', '<=', now)
    .orderBy('dicomSend.nextTryOn')
    .orderBy('dicomSend.id')
    .limit(limit)
    .execute()

export const findImage = (unscopedDb: UnscopedDb, id: DicomSendId) =>
  unscopedDb
    .selectFrom('dicomSend')
    .innerJoin('image', 'image.id', 'dicomSend.imageId')
    .select('image.id')
    .where('dicomSend.id', '=', id)
    .executeTakeFirst()

/**
 * Claims an image. Undefined if it is no longer waiting: cancelled, or claimed by another process.
 */
async function claimImage(unscopedDb: UnscopedDb, id: DicomSendId, now: Date) {
  const begun = await unscopedDb
    .updateTable('dicomSend')
    .set((eb) => ({
      state: 'sending',
      attempts: eb('attempts', '+', 1),
      nextTryOn: addMs(now, claimMs),
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['id', 'attempts'])
    .executeTakeFirst()
  return begun satisfies Claim | undefined
}

/**
 * Requeues images with an expired claim; back-off applies if an image repeatedly ends the process.
 */
async function requeueExpired(unscopedDb: UnscopedDb, serverId: DicomServerId, now: Date) {
  const dead = await unscopedDb
    .selectFrom('dicomSend')
    .select(['id', 'attempts'])
    .where('dicomServerId', '=', serverId)
    .where('state', '=', 'sending')
    .where('nextTryOn', '<=', now.toISOString())
    .execute()
  for (const { id, attempts } of dead)
    await unscopedDb
      .updateTable('dicomSend')
      .set({
        state: 'waiting',
        nextTryOn: attempts < 3 ? now.toISOString() : getNextAttempt(attempts, now),
      })
      .where('id', '=', id)
      .execute()
}

/** For a process that has the database to itself, at its start: all earlier claims are void. */
export const endClaims = (unscopedDb: UnscopedDb, now: Date) =>
  unscopedDb
    .updateTable('dicomSend')
    .set({ nextTryOn: now.toISOString() })
    .where('state', '=', 'sending')
    .execute()

/**
 * The due images of a server, of which the first is claimed for the caller. Undefined if there are
 * none, or if another process is sending to the server.
 */
export const claim = (
  unscopedDb: UnscopedDb,
  serverId: DicomServerId,
  { now, limit }: { readonly now: Date; readonly limit: number },
) =>
  unscopedDb.transaction().execute(async (unscopedDb) => {
    // A concurrent process waits here, and then sees the claim of the first one.
    const server = await lockServer(unscopedDb, serverId)
    if (!server) return undefined
    await requeueExpired(unscopedDb, serverId, now)
    const busy = await unscopedDb
      .selectFrom('dicomSend')
      .select('id')
      .where('dicomServerId', '=', serverId)
      .where('state', '=', 'sending')
      .executeTakeFirst()
    if (busy) return undefined
    const planned = await selectDue(unscopedDb, serverId, now.toISOString(), limit)
    const excluded = planned.filter(
      ({ isRejected, isDeleted, reportPatientId, patientId }) =>
        isRejected || isDeleted || (reportPatientId !== null && reportPatientId !== patientId),
    )
    // Rejected images, images of deleted studies and PDFs with the name of another patient must not
    // leave the clinic.
    if (excluded.length > 0)
      await unscopedDb
        .updateTable('dicomSend')
        .set({ state: 'cancelled', nextTryOn: null, finishedOn: now.toISOString() })
        .where(
          'id',
          'in',
          excluded.map(({ id }) => id),
        )
        .execute()
    const images = planned.filter((image) => !excluded.includes(image))
    const [first] = images
    if (!first) return undefined
    const claimed = await claimImage(unscopedDb, first.id, now)
    return claimed && { server, images, claimed }
  })

const updateClaimed = (unscopedDb: UnscopedDb, { id, attempts }: Claim) =>
  unscopedDb
    .updateTable('dicomSend')
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)

/** Returns false if another process holds the claim. */
export async function extend(unscopedDb: UnscopedDb, claim: Claim, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await updateClaimed(unscopedDb, claim)
    .set({ nextTryOn: addMs(now, claimMs) })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Undoes a claim without counting the attempt, when the server stops. */
export const release = (unscopedDb: UnscopedDb, claim: Claim, now: Date) =>
  updateClaimed(unscopedDb, claim)
    .set({ state: 'waiting', attempts: claim.attempts - 1, nextTryOn: now.toISOString() })
    .execute()

const toFinished = (now: Date) => ({ nextTryOn: null, finishedOn: now.toISOString() })

function toColumns(result: AttemptResult, nextTryOn: string, now: Date) {
  if (result.is === 'sent')
    return { state: 'sent', errorCode: null, errorValues: null, ...toFinished(now) } as const
  const { errorCode } = result
  const errorValues = JSON.stringify(result.errorValues)
  return result.is === 'never'
    ? ({ state: 'failed', errorCode, errorValues, ...toFinished(now) } as const)
    : ({ state: 'waiting', errorCode, errorValues, nextTryOn } as const)
}

/** Fails images that wait for a retry and were queued too long ago. */
const failOld = (unscopedDb: UnscopedDb, serverId: DicomServerId, now: Date) =>
  unscopedDb
    .updateTable('dicomSend')
    .set({ state: 'failed', ...toFinished(now) })
    .where('dicomServerId', '=', serverId)
    .where('state', '=', 'waiting')
    .where('errorCode', 'is not', null)
    .where('createdOn', '<=', getRetryLimit(now))
    .execute()

/**
 * Stores the result of an image and claims the next of the given ones in one transaction, so that
 * no other process can come between. 'lost' if another process holds the claim.
 */
export const settle = (
  unscopedDb: UnscopedDb,
  { claim, serverId, result }: { claim: Claim; serverId: DicomServerId; result: AttemptResult },
  next: readonly DicomSendId[],
  now: Date,
): Promise<Claim | 'lost' | undefined> =>
  unscopedDb.transaction().execute(async (unscopedDb) => {
    if (result.is === 'later') await lockServer(unscopedDb, serverId)
    const { numUpdatedRows } = await updateClaimed(unscopedDb, claim)
      .set(toColumns(result, getNextAttempt(claim.attempts, now), now))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'lost'
    if (result.is === 'later') await failOld(unscopedDb, serverId, now)
    for (const id of next) {
      const begun = await claimImage(unscopedDb, id, now)
      if (begun) return begun
    }
    return undefined
  })

/** Delay of the image that was tried, so that the others are sent first if it caused the fault. */
const behindMs = 1000

/**
 * For a fault of the peer: counts as an attempt of all its due images. All wait for the same time
 * afterwards, so that a dead peer is not contacted more often because of their number.
 */
export const settleAll = (
  unscopedDb: UnscopedDb,
  {
    claim,
    serverId,
    result,
  }: { claim: Claim; serverId: DicomServerId; result: Exclude<AttemptResult, { is: 'sent' }> },
  now: Date,
): Promise<void> =>
  unscopedDb.transaction().execute(async (unscopedDb) => {
    await lockServer(unscopedDb, serverId)
    const waiting = () =>
      unscopedDb
        .updateTable('dicomSend')
        .where('dicomServerId', '=', serverId)
        .where('state', '=', 'waiting')
    const { most } = await unscopedDb
      .selectFrom('dicomSend')
      .select(({ fn }) => fn.max('attempts').as('most'))
      .where('dicomServerId', '=', serverId)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    const nextTryOn = getNextAttempt(Math.max(claim.attempts, (most ?? 0) + 1), now)
    const behind = most === null ? 0 : behindMs
    const { numUpdatedRows } = await updateClaimed(unscopedDb, claim)
      .set(toColumns(result, addMs(new Date(nextTryOn), behind), now))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await waiting()
      .set((eb) => ({ attempts: eb('attempts', '+', 1), ...toColumns(result, nextTryOn, now) }))
      .where('nextTryOn', '<=', now.toISOString())
      .execute()
    if (result.is !== 'later') return
    await waiting().set({ nextTryOn }).where('nextTryOn', '<', nextTryOn).execute()
    await failOld(unscopedDb, serverId, now)
  })
