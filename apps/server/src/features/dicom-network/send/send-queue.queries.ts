import type {
  ClinicId,
  DicomSendId,
  DicomServerId,
  ImageId,
  StudyId,
  UserId,
} from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'

/** The IDs of those images that may be sent. */
export const listSendable = (db: ClinicDb, clinicId: ClinicId, ids: readonly ImageId[]) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select('image.id')
    .where('image.clinicId', '=', clinicId)
    .where('image.id', 'in', ids)
    .where('image.isRejected', '=', false)
    .where('study.isDeleted', '=', false)
    .execute()

export const findStudy = (db: ClinicDb, id: StudyId) =>
  db
    .selectFrom('study')
    .select(['study.id', 'study.clinicId'])
    .where('study.id', '=', id)
    .executeTakeFirst()

/**
 * The images of a study that have never been sent automatically, in the order of capture; none of a
 * deleted study.
 */
export const listNewImages = (db: ClinicDb, studyId: StudyId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select('image.id')
    .where('image.studyId', '=', studyId)
    .where('study.isDeleted', '=', false)
    .where('image.hasPixels', '=', true)
    .where('image.isRejected', '=', false)
    .where('image.isAutoSent', '=', false)
    .orderBy('image.createdOn')
    .orderBy('image.id')
    .execute()

/** Whether images of the study were sent automatically. */
export const isAutoSent = async (db: ClinicDb, studyId: StudyId): Promise<boolean> =>
  (await db
    .selectFrom('image')
    .select('image.id')
    .where('image.studyId', '=', studyId)
    .where('image.hasPixels', '=', true)
    .where('image.isAutoSent', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined

interface QueueRequest {
  readonly clinicId: ClinicId
  readonly dicomServerId: DicomServerId
  readonly imageIds: readonly ImageId[]
  readonly userId: UserId
  readonly isAutomatic: boolean
  readonly now: string
}

/** Rows per statement: the number of bound values is limited. */
const rowsAtOnce = 500

/**
 * Images that are already being sent to the server are left alone, so that a double click sends
 * once. An image that waits for a retry is due at once. Returns the number of changed rows.
 */
export async function enqueue(db: ClinicDb, queued: QueueRequest): Promise<number> {
  const { imageIds, now, ...row } = queued
  let changed = 0
  for (let at = 0; at < imageIds.length; at += rowsAtOnce) {
    const ids = imageIds.slice(at, at + rowsAtOnce)
    const fresh = { state: 'waiting', createdOn: now, nextTryOn: now } as const
    const cleared = { errorCode: null, errorValues: null, finishedOn: null, attempts: 0 } as const
    const { numInsertedOrUpdatedRows = 0n } = await db.unscopedDb
      .insertInto('dicomSend')
      .values(ids.map((imageId) => ({ ...row, imageId, ...fresh, ...cleared })))
      .onConflict((conflict) =>
        conflict
          .columns(['dicomServerId', 'imageId'])
          .doUpdateSet({
            ...fresh,
            ...cleared,
            userId: row.userId,
            isAutomatic: row.isAutomatic,
          })
          .where('dicomSend.state', 'in', ['sent', 'failed', 'cancelled']),
      )
      .executeTakeFirst()
    const { numUpdatedRows } = await db
      .updateTable('dicomSend')
      .set({ nextTryOn: now })
      .where('dicomServerId', '=', row.dicomServerId)
      .where('imageId', 'in', ids)
      .where('state', '=', 'waiting')
      .where('nextTryOn', '>', now)
      .executeTakeFirst()
    changed += Number(numInsertedOrUpdatedRows) + Number(numUpdatedRows)
  }
  return changed
}

export const markAutoSent = (db: ClinicDb, ids: readonly ImageId[]) =>
  db.updateTable('image').set({ isAutoSent: true }).where('id', 'in', ids).execute()

const stateColumns = ['id', 'state', 'attempts', 'errorCode', 'errorValues'] as const

export const listStatesOf = (db: ClinicDb, serverId: DicomServerId, imageIds: readonly ImageId[]) =>
  db
    .selectFrom('dicomSend')
    .select(stateColumns)
    .where('dicomServerId', '=', serverId)
    .where('imageId', 'in', imageIds)
    .orderBy('id')
    .execute()

export const listStates = (db: ClinicDb, ids: readonly DicomSendId[]) =>
  db.selectFrom('dicomSend').select(stateColumns).where('id', 'in', ids).execute()

export type StateRow = Awaited<ReturnType<typeof listStates>>[number]

/** The sends with these IDs, with the columns that the audit trail needs. */
export const listByIds = (db: ClinicDb, ids: readonly DicomSendId[]) =>
  db
    .selectFrom('dicomSend')
    .innerJoin('dicomServer', 'dicomServer.id', 'dicomSend.dicomServerId')
    .select([
      'dicomSend.id',
      'dicomSend.clinicId',
      'dicomSend.imageId',
      'dicomSend.state',
      'dicomServer.id as dicomServerId',
      'dicomServer.serverName',
    ])
    .where('dicomSend.id', 'in', ids)
    .execute()

/** Failed and cancelled sends start again; waiting ones are due at once. */
export async function retry(db: ClinicDb, ids: readonly DicomSendId[], now: string) {
  await db
    .updateTable('dicomSend')
    .set({ state: 'waiting', attempts: 0, createdOn: now, nextTryOn: now, finishedOn: null })
    .where('id', 'in', ids)
    .where('state', 'in', ['failed', 'cancelled'])
    .execute()
  await db
    .updateTable('dicomSend')
    .set({ nextTryOn: now })
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .where('nextTryOn', '>', now)
    .execute()
}

/** An image that is being sent cannot be cancelled: it may have arrived already. */
export const cancel = (db: ClinicDb, ids: readonly DicomSendId[], now: string) =>
  db
    .updateTable('dicomSend')
    .set({ state: 'cancelled', nextTryOn: null, finishedOn: now })
    .where('id', 'in', ids)
    .where('state', 'in', ['waiting', 'failed'])
    .execute()
