import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal, refuse } from '@talus/contract'
import type {
  ClinicId,
  DicomSendId,
  DicomServerId,
  ImageId,
  SendOutcome,
  StudyId,
  UserId,
} from '@talus/contract'
import type { Logger } from '@talus/node-kit/logger'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import type { MeasurementReports } from '../../viewer-state/index.ts'
import * as dicomServers from '../servers/dicom-servers.queries.ts'
import { lockServers } from '../../../db/lock-servers.ts'
import * as sends from './send-queue.queries.ts'
import type { StateRow } from './send-queue.queries.ts'
import * as reportVersions from './sent-reports.queries.ts'
import type { SendWorker } from './send-worker.ts'

export interface SendDeps extends ChangeContext {
  readonly worker: Pick<SendWorker, 'wake' | 'stopping'>
  readonly log: Logger
  readonly reports: MeasurementReports
  /** How long a call waits for the first attempt. */
  readonly firstTryMs: number
}

interface SendRequest {
  readonly imageIdList: readonly ImageId[]
  readonly dicomServerId: DicomServerId
}

/** Queues images for sending; they survive a restart once this returns. */
async function queue(deps: SendDeps, request: SendRequest, isAutomatic: boolean) {
  const imageIds = [...new Set(request.imageIdList)]
  const rows = await deps.db.transaction(async (db) => {
    const server = await dicomServers.find(db, request.dicomServerId)
    if (!server) refuse('record/not-found')
    const found = await sends.listSendable(db, server.clinicId, imageIds)
    if (found.length < imageIds.length) refuse('record/not-found')
    if (await reportVersions.hasReportOfOtherPatient(db, imageIds)) refuse('report/other-patient')
    await lockServers(db.unscopedDb, [server.id])
    return enqueue({ ...deps, db }, server, imageIds, isAutomatic)
  })
  deps.worker.wake()
  return rows
}

/** A job acts for the author of a report, whom it knows by id and name only. */
export type QueueContext = Omit<ChangeContext, 'actor'> & {
  readonly actor: { readonly id: UserId; readonly username: string }
}

interface TargetServer {
  readonly id: DicomServerId
  readonly clinicId: ClinicId
  readonly serverName: string
}

/** Queues images for one server, within a transaction that holds the lock of the server. */
async function enqueue(
  change: QueueContext,
  { id: dicomServerId, clinicId, serverName }: TargetServer,
  imageIds: readonly ImageId[],
  isAutomatic: boolean,
) {
  const { db, actor, clock } = change
  const now = clock().toISOString()
  const owned = { clinicId, dicomServerId, userId: actor.id }
  const changed = await sends.enqueue(db, { ...owned, imageIds, isAutomatic, now })
  if (isAutomatic) await sends.markAutoSent(db, imageIds)
  if (changed > 0)
    await recordAuditEvent(change, {
      action: 'image.send',
      entityId: dicomServerId,
      subject: serverName,
      clinicId,
      after: { imageIds, isAutomatic },
    })
  return sends.listStatesOf(db, dicomServerId, imageIds)
}

const getIds = (rows: readonly StateRow[]) => rows.map(({ id }) => id)

export async function sendAutomatically(
  deps: SendDeps,
  request: SendRequest | { readonly studyId: StudyId },
): Promise<SendOutcome> {
  const rows =
    'studyId' in request
      ? await queueNewImages(deps, request.studyId)
      : await queue(deps, await addReports(deps, request), true)
  return { sent: 0, waiting: rows.length, sendIds: getIds(rows) }
}

/**
 * The server chooses images and targets itself, because most users who capture may not read the
 * list of DICOM servers.
 */
async function queueNewImages(deps: SendDeps, studyId: StudyId): Promise<readonly StateRow[]> {
  const candidates = (await sends.listNewImages(deps.db, studyId)).map(({ id }) => id)
  const reports = await listReports(deps, candidates)
  const rows = await deps.db.transaction(async (db) => {
    const study = (await sends.findStudy(db, studyId)) ?? refuse('record/not-found')
    const servers = await dicomServers.listAutomatic(db, study.clinicId)
    await lockServers(
      db.unscopedDb,
      servers.map(({ id }) => id),
    )
    // Read after the locks, so that a second Finish at the same time finds nothing new.
    const imageIds = (await sends.listNewImages(db, studyId)).map(({ id }) => id)
    if (imageIds.length === 0) return []
    const versions = (await reportVersions.listNewVersions(db, studyId)).map(({ id }) => id)
    const queued = []
    for (const server of servers) {
      const ids = server.sendReports ? [...imageIds, ...reports, ...versions] : imageIds
      queued.push(...(await enqueue({ ...deps, db }, server, ids, true)))
    }
    return queued
  })
  if (rows.length > 0) deps.worker.wake()
  return rows
}

/** The reports of the measurements on these images. Without a report the images are sent alone. */
async function listReports(deps: SendDeps, imageIds: readonly ImageId[]) {
  if (imageIds.length === 0) return []
  try {
    return await deps.reports.listCurrent(deps, imageIds)
  } catch (error) {
    deps.log.warn({ err: error }, 'measurements not reported')
    return []
  }
}

/** Adds the reports of measurements and the newest PDF if the server gets them. */
async function addReports(deps: SendDeps, request: SendRequest): Promise<SendRequest> {
  const server = await dicomServers.find(deps.db, request.dicomServerId)
  if (!server?.sendReports) return request
  const reports = await listReports(deps, request.imageIdList)
  const versions = await reportVersions.listNewestVersions(deps.db, request.imageIdList)
  return { ...request, imageIdList: [...request.imageIdList, ...reports, ...versions] }
}

/**
 * Queues a new report, of measurements or as PDF, for the servers with automatic sending that get
 * reports, in the transaction that records the report. Only of a study that was sent automatically:
 * a server that has no images of it has no use for their report.
 */
export async function queueReport(
  context: QueueContext,
  { id, clinicId }: { readonly id: StudyId; readonly clinicId: ClinicId },
  imageId: ImageId,
): Promise<void> {
  const servers = await dicomServers.listAutomatic(context.db, clinicId)
  const targets = servers.filter(({ sendReports }) => sendReports)
  if (targets.length === 0 || !(await sends.isAutoSent(context.db, id))) return
  await lockServers(
    context.db.unscopedDb,
    targets.map((server) => server.id),
  )
  for (const server of targets) await enqueue(context, server, [imageId], true)
}

/** Waits a while for the first attempt. Its failure is thrown, although it may be retried. */
export async function send(deps: SendDeps, request: SendRequest): Promise<SendOutcome> {
  const rows = await queue(deps, await addReports(deps, request), false)
  const tried = await waitForFirstAttempt(deps, rows)
  const count = (state: StateRow['state']) => tried.filter((row) => row.state === state).length
  const sent = count('sent')
  const [fault] = tried.filter(({ errorCode }) => errorCode !== null)
  const haveAllFailed = tried.every((row) => row.state !== 'sending' && row.errorCode !== null)
  if (fault?.errorCode && haveAllFailed)
    throw new Refusal(fault.errorCode, { values: fault.errorValues ?? {} })
  return { sent, waiting: count('waiting') + count('sending'), sendIds: getIds(rows) }
}

const firstPollMs = 40
const lastPollMs = 1000

/** Polls the database, because another process may be sending. */
async function waitForFirstAttempt(
  { db, worker, firstTryMs }: SendDeps,
  rows: readonly StateRow[],
) {
  const before = new Map(rows.map(({ id, attempts }) => [id, attempts]))
  const isTried = ({ id, state, attempts }: StateRow) =>
    state === 'waiting' ? attempts > (before.get(id) ?? 0) : state !== 'sending'
  const latest = new Map(rows.map((row) => [row.id, row]))
  const until = performance.now() + firstTryMs
  for (let pause = firstPollMs; ; pause = Math.min(pause * 1.5, lastPollMs)) {
    const open: DicomSendId[] = []
    for (const row of latest.values()) if (!isTried(row)) open.push(row.id)
    const left = until - performance.now()
    if (open.length === 0 || left <= 0 || worker.stopping.aborted) return [...latest.values()]
    await sleep(Math.min(pause, left))
    const found = await sends.listStates(db, open)
    for (const row of found) latest.set(row.id, row)
    // A missing row was deleted together with its server.
    const there = new Set(found.map(({ id }) => id))
    for (const id of open) if (!there.has(id)) latest.delete(id)
  }
}

/** The sends with these IDs; refused unless all exist. */
async function findAll(deps: SendDeps, ids: readonly DicomSendId[]) {
  const unique = [...new Set(ids)]
  const rows = await sends.listByIds(deps.db, unique)
  if (rows.length < unique.length) refuse('record/not-found')
  return rows
}

export async function retry(deps: SendDeps, ids: readonly DicomSendId[]): Promise<void> {
  const rows = await findAll(deps, ids)
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
      await recordAuditEvent({ ...deps, db }, { ...event, after: { imageIds, isAutomatic: false } })
    }
  })
  deps.worker.wake()
}

export async function cancel(deps: SendDeps, ids: readonly DicomSendId[]): Promise<void> {
  const rows = await findAll(deps, ids)
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
