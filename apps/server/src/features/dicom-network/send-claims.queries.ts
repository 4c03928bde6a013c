import type { DicomSendId, DicomServerId } from '@talus/contract'
import type { UnscopedDb } from '../../db/open.ts'
import { lockServer } from './send-lock.queries.ts'
import { givenUpBefore, later, nextTry } from './send-schedule.ts'
import type { Verdict } from './send-verdict.ts'

/**
 * What each state means when the process dies, or the power fails, while an image is in it:
 *
 * | state     | what is known                     | after a crash                                       |
 * |-----------|-----------------------------------|-----------------------------------------------------|
 * | waiting   | the peer does not have it         | is sent when nextTryOn has come                     |
 * | sending   | the peer may have it; nextTryOn   | is sent again once nextTryOn has passed; the peer   |
 * |           | is the end of the claim           | keeps one, by its UID                               |
 * | sent      | the peer has answered that it has | stays                                               |
 * | failed    | it will not be sent by itself     | stays, with the reason                              |
 * | cancelled | somebody called it off            | stays                                               |
 *
 * One row of a server is `sending` at most, and only whoever holds it talks to that server. The number of
 * the attempt tells two claims apart, as in the job table.
 */
export interface Claim {
  readonly id: DicomSendId
  readonly attempts: number
}

export type Planned = Awaited<ReturnType<typeof due>>[number]

/** So long a claim lasts without a sign of life. */
export const claimMs = 15_000

/** Servers that something can be sent to now. */
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

const due = (unscopedDb: UnscopedDb, id: DicomServerId, now: string, limit: number) =>
  unscopedDb
    .selectFrom('dicomSend')
    .innerJoin('image', 'image.id', 'dicomSend.imageId')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select([
      'dicomSend.id',
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

/** Undefined where it is no longer waiting: called off, or taken. */
async function begin(unscopedDb: UnscopedDb, id: DicomSendId, now: Date) {
  const begun = await unscopedDb
    .updateTable('dicomSend')
    .set((eb) => ({
      state: 'sending',
      attempts: eb('attempts', '+', 1),
      nextTryOn: later(now, claimMs),
    }))
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['id', 'attempts'])
    .executeTakeFirst()
  return begun satisfies Claim | undefined
}

/** Takes up what a process that died was sending; one that keeps dying of it gets more and more time. */
async function takeUp(unscopedDb: UnscopedDb, serverId: DicomServerId, now: Date) {
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
        nextTryOn: attempts < 3 ? now.toISOString() : nextTry(attempts, now),
      })
      .where('id', '=', id)
      .execute()
}

/** Where this process is alone, at its start: whoever was sending is gone. */
export const endClaims = (unscopedDb: UnscopedDb, now: Date) =>
  unscopedDb
    .updateTable('dicomSend')
    .set({ nextTryOn: now.toISOString() })
    .where('state', '=', 'sending')
    .execute()

/**
 * The images that a server is due, the first of which is claimed for whoever asked. Undefined where there
 * are none, or where another process talks to the server already.
 */
export const claim = (
  unscopedDb: UnscopedDb,
  serverId: DicomServerId,
  { now, limit }: { readonly now: Date; readonly limit: number },
) =>
  unscopedDb.transaction().execute(async (db) => {
    // Of two who ask, the second sees what the first has claimed.
    const server = await lockServer(db, serverId)
    if (!server) return undefined
    await takeUp(db, serverId, now)
    const busy = await db
      .selectFrom('dicomSend')
      .select('id')
      .where('dicomServerId', '=', serverId)
      .where('state', '=', 'sending')
      .executeTakeFirst()
    if (busy) return undefined
    const planned = await due(db, serverId, now.toISOString(), limit)
    const gone = planned.filter(({ isRejected, isDeleted }) => isRejected || isDeleted)
    // Nobody wants it to leave the house any more.
    if (gone.length > 0)
      await db
        .updateTable('dicomSend')
        .set({ state: 'cancelled', nextTryOn: null, finishedOn: now.toISOString() })
        .where(
          'id',
          'in',
          gone.map(({ id }) => id),
        )
        .execute()
    const images = planned.filter((image) => !gone.includes(image))
    const [first] = images
    if (!first) return undefined
    const claimed = await begin(db, first.id, now)
    return claimed && { server, images, claimed }
  })

const held = (unscopedDb: UnscopedDb, { id, attempts }: Claim) =>
  unscopedDb
    .updateTable('dicomSend')
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)

/** False when the claim is no longer ours. */
export async function extend(unscopedDb: UnscopedDb, claim: Claim, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await held(unscopedDb, claim)
    .set({ nextTryOn: later(now, claimMs) })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** As if it had not been tried: the server stops. */
export const letGo = (unscopedDb: UnscopedDb, claim: Claim, now: Date) =>
  held(unscopedDb, claim)
    .set({ state: 'waiting', attempts: claim.attempts - 1, nextTryOn: now.toISOString() })
    .execute()

const endOf = (now: Date) => ({ nextTryOn: null, finishedOn: now.toISOString() })

function after(verdict: Verdict, nextTryOn: string, now: Date) {
  if (verdict.is === 'sent')
    return { state: 'sent', errorCode: null, errorValues: null, ...endOf(now) } as const
  const { errorCode } = verdict
  const errorValues = JSON.stringify(verdict.errorValues)
  return verdict.is === 'never'
    ? ({ state: 'failed', errorCode, errorValues, ...endOf(now) } as const)
    : ({ state: 'waiting', errorCode, errorValues, nextTryOn } as const)
}

/** Of those that wait for another try after this one, the old ones do so in vain. */
const giveUpOld = (unscopedDb: UnscopedDb, serverId: DicomServerId, now: Date) =>
  unscopedDb
    .updateTable('dicomSend')
    .set({ state: 'failed', ...endOf(now) })
    .where('dicomServerId', '=', serverId)
    .where('state', '=', 'waiting')
    .where('errorCode', 'is not', null)
    .where('createdOn', '<=', givenUpBefore(now))
    .execute()

/**
 * Notes what became of an image and claims the next one of those given, in one step: no other process can
 * come between. 'lost' when the claim was no longer ours.
 */
export const settle = (
  unscopedDb: UnscopedDb,
  { claim, serverId, verdict }: { claim: Claim; serverId: DicomServerId; verdict: Verdict },
  next: readonly DicomSendId[],
  now: Date,
): Promise<Claim | 'lost' | undefined> =>
  unscopedDb.transaction().execute(async (db) => {
    if (verdict.is === 'later') await lockServer(db, serverId)
    const { numUpdatedRows } = await held(db, claim)
      .set(after(verdict, nextTry(claim.attempts, now), now))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return 'lost'
    if (verdict.is === 'later') await giveUpOld(db, serverId, now)
    for (const id of next) {
      const begun = await begin(db, id, now)
      if (begun) return begun
    }
    return undefined
  })

/** The one that was tried comes after the others: if it was to blame, they get through. */
const behindMs = 1000

/**
 * What is wrong is with the peer: all that it is due has been tried, as far as anybody can tell. All wait
 * for the same moment then, however many there are, so that a dead peer is called no more often.
 */
export const settleAll = (
  unscopedDb: UnscopedDb,
  {
    claim,
    serverId,
    verdict,
  }: { claim: Claim; serverId: DicomServerId; verdict: Exclude<Verdict, { is: 'sent' }> },
  now: Date,
): Promise<void> =>
  unscopedDb.transaction().execute(async (db) => {
    await lockServer(db, serverId)
    const waiting = () =>
      db
        .updateTable('dicomSend')
        .where('dicomServerId', '=', serverId)
        .where('state', '=', 'waiting')
    const { most } = await db
      .selectFrom('dicomSend')
      .select(({ fn }) => fn.max('attempts').as('most'))
      .where('dicomServerId', '=', serverId)
      .where('state', '=', 'waiting')
      .executeTakeFirstOrThrow()
    const nextTryOn = nextTry(Math.max(claim.attempts, (most ?? 0) + 1), now)
    const behind = most === null ? 0 : behindMs
    const { numUpdatedRows } = await held(db, claim)
      .set(after(verdict, later(new Date(nextTryOn), behind), now))
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    await waiting()
      .set((eb) => ({ attempts: eb('attempts', '+', 1), ...after(verdict, nextTryOn, now) }))
      .where('nextTryOn', '<=', now.toISOString())
      .execute()
    if (verdict.is !== 'later') return
    await waiting().set({ nextTryOn }).where('nextTryOn', '<', nextTryOn).execute()
    await giveUpOld(db, serverId, now)
  })
