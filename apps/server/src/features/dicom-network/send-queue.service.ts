import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal, refuse } from '@talus/contract'
import type { DicomSendId, DicomServerId, ImageId, SendOutcome } from '@talus/contract'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import * as dicomServers from './dicom-servers.queries.ts'
import { lockServers } from './send-lock.queries.ts'
import * as sends from './send-queue.queries.ts'
import type { StateRow } from './send-queue.queries.ts'
import type { SendWorker } from './send-worker.ts'

export interface SendDeps extends Change {
  readonly worker: Pick<SendWorker, 'wake' | 'stopping'>
  /** How long a call waits for the first try. */
  readonly firstTryMs: number
}

interface Wanted {
  readonly imageIdList: readonly ImageId[]
  readonly dicomServerId: DicomServerId
}

/** Sends images, or rather has them sent: they are on their way when this returns, whatever happens. */
async function queue(deps: SendDeps, wanted: Wanted, isAutomatic: boolean) {
  const { actor, clock } = deps
  const imageIds = [...new Set(wanted.imageIdList)]
  const rows = await deps.db.transaction(async (db) => {
    const server = await dicomServers.find(db, wanted.dicomServerId)
    if (!server) refuse('record/not-found')
    const { id: dicomServerId, clinicId } = server
    const found = await sends.sendable(db, clinicId, imageIds)
    if (found.length < imageIds.length) refuse('record/not-found')
    await lockServers(db.unscopedDb, [dicomServerId])
    const now = clock().toISOString()
    const owned = { clinicId, dicomServerId, userId: actor.id }
    const changed = await sends.enqueue(db, { ...owned, imageIds, isAutomatic, now })
    if (isAutomatic) await sends.markAutoSent(db, imageIds)
    if (changed > 0)
      await record(
        { ...deps, db },
        {
          action: 'image.send',
          entityId: dicomServerId,
          subject: server.serverName,
          clinicId,
          after: { imageIds, isAutomatic },
        },
      )
    return sends.statesOf(db, dicomServerId, imageIds)
  })
  deps.worker.wake()
  return rows
}

const idsOf = (rows: readonly StateRow[]) => rows.map(({ id }) => id)

export async function sendAutomatically(deps: SendDeps, wanted: Wanted): Promise<SendOutcome> {
  const rows = await queue(deps, wanted, true)
  return { sent: 0, waiting: rows.length, sendIds: idsOf(rows) }
}

/** Waits a while for the first try. What fails at once is told, although it may be tried again. */
export async function send(deps: SendDeps, wanted: Wanted): Promise<SendOutcome> {
  const rows = await queue(deps, wanted, false)
  const tried = await firstTry(deps, rows)
  const count = (state: StateRow['state']) => tried.filter((row) => row.state === state).length
  const sent = count('sent')
  const [fault] = tried.filter(({ errorCode }) => errorCode !== null)
  const areAllOver = tried.every((row) => row.state !== 'sending' && row.errorCode !== null)
  if (fault?.errorCode && areAllOver)
    throw new Refusal(fault.errorCode, { values: fault.errorValues ?? {} })
  return { sent, waiting: count('waiting') + count('sending'), sendIds: idsOf(rows) }
}

const firstLookMs = 40
const lastLookMs = 1000

/** By asking the database: another process may be the one that sends. */
async function firstTry({ db, worker, firstTryMs }: SendDeps, rows: readonly StateRow[]) {
  const before = new Map(rows.map(({ id, attempts }) => [id, attempts]))
  const isTried = ({ id, state, attempts }: StateRow) =>
    state === 'waiting' ? attempts > (before.get(id) ?? 0) : state !== 'sending'
  const latest = new Map(rows.map((row) => [row.id, row]))
  const until = performance.now() + firstTryMs
  for (let pause = firstLookMs; ; pause = Math.min(pause * 1.5, lastLookMs)) {
    const open: DicomSendId[] = []
    for (const row of latest.values()) if (!isTried(row)) open.push(row.id)
    const left = until - performance.now()
    if (open.length === 0 || left <= 0 || worker.stopping.aborted) return [...latest.values()]
    await sleep(Math.min(pause, left))
    const found = await sends.states(db, open)
    for (const row of found) latest.set(row.id, row)
    // Deleted with its server.
    const there = new Set(found.map(({ id }) => id))
    for (const id of open) if (!there.has(id)) latest.delete(id)
  }
}

/** Those of the ids, which must all be there. */
async function chosen(deps: SendDeps, ids: readonly DicomSendId[]) {
  const unique = [...new Set(ids)]
  const rows = await sends.chosen(deps.db, unique)
  if (rows.length < unique.length) refuse('record/not-found')
  return rows
}

export async function retry(deps: SendDeps, ids: readonly DicomSendId[]): Promise<void> {
  const rows = await chosen(deps, ids)
  await deps.db.transaction(async (db) => {
    await lockServers(
      db.unscopedDb,
      rows.map(({ dicomServerId }) => dicomServerId),
    )
    await sends.retry(
      db,
      rows.map(({ id }) => id),
      deps.clock().toISOString(),
    )
    const again = rows.filter(({ state }) => state === 'failed' || state === 'cancelled')
    for (const [entityId, ofServer] of Map.groupBy(again, (row) => row.dicomServerId)) {
      const { serverName: subject = '', clinicId = null } = ofServer[0] ?? {}
      const imageIds = ofServer.map(({ imageId }) => imageId)
      const event = { action: 'image.send' as const, entityId, subject, clinicId }
      await record({ ...deps, db }, { ...event, after: { imageIds, isAutomatic: false } })
    }
  })
  deps.worker.wake()
}

export async function cancel(deps: SendDeps, ids: readonly DicomSendId[]): Promise<void> {
  const rows = await chosen(deps, ids)
  await deps.db.transaction(async (db) => {
    await lockServers(
      db.unscopedDb,
      rows.map(({ dicomServerId }) => dicomServerId),
    )
    await sends.cancel(
      db,
      rows.map(({ id }) => id),
      deps.clock().toISOString(),
    )
  })
}
