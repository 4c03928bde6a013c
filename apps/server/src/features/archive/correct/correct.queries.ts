import type { ClinicId, DicomServerId, ImageId, ReplacementReason, UserId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { lockServers } from '../../../db/lock-servers.ts'

interface Instance {
  readonly clinicId: ClinicId
  readonly imageId: ImageId
  readonly sopInstanceUID: string
}

/**
 * Registers a SOP instance UID that an image is to get, so that a file with it is not adopted as a
 * new image.
 */
export const registerInstance = (db: ClinicDb, { clinicId, imageId, sopInstanceUID }: Instance) =>
  db.insertInto('replacedInstance', { clinicId, imageId, sopInstanceUID }).execute()

export const unregisterInstance = (db: ClinicDb, { imageId, sopInstanceUID }: Instance) =>
  db
    .deleteFrom('replacedInstance')
    .where('replacedInstance.imageId', '=', imageId)
    .where('replacedInstance.sopInstanceUID', '=', sopInstanceUID)
    .where('replacedInstance.replacedOn', 'is', null)
    .execute()

export interface ReplacedInstance extends Instance {
  /** Null if the file is not kept. */
  readonly filePath: string | null
  readonly sha256: string
  readonly byteLength: number
  readonly reason: ReplacementReason
  readonly userId: UserId
  readonly replacedOn: string
}

/** Keeps the instance that an image had, with its file. */
export const keepReplaced = (db: ClinicDb, instance: ReplacedInstance) =>
  db.insertInto('replacedInstance', { ...instance }).execute()

/** Lists the instances that an image had, the newest first. */
export const listReplaced = (db: ClinicDb, imageId: ImageId) =>
  db
    .selectFrom('replacedInstance')
    .leftJoin('user', 'user.id', 'replacedInstance.userId')
    .select([
      'replacedInstance.sopInstanceUID',
      'replacedInstance.filePath',
      'replacedInstance.sha256',
      'replacedInstance.byteLength',
      'replacedInstance.reason',
      'replacedInstance.replacedOn',
      'user.username',
    ])
    .where('replacedInstance.imageId', '=', imageId)
    .where('replacedInstance.replacedOn', 'is not', null)
    .orderBy('replacedInstance.replacedOn', 'desc')
    .execute()

/** The number of values that a database accepts in one query. */
const idsPerQuery = 500

/**
 * Queues images again for the servers that have their former instance, or are receiving it now; the
 * sender of the latter loses its claim. Returns the number of queued sends.
 */
export async function requeueSent(
  db: ClinicDb,
  imageIds: readonly ImageId[],
  { now, dueOn = now }: { readonly now: string; readonly dueOn?: string },
): Promise<number> {
  const pages = Array.from({ length: Math.ceil(imageIds.length / idsPerQuery) }, (_, page) =>
    imageIds.slice(page * idsPerQuery, (page + 1) * idsPerQuery),
  )
  const servers = new Set<DicomServerId>()
  for (const ids of pages)
    for (const { dicomServerId } of await listServers(db, ids)) servers.add(dicomServerId)
  await lockServers(db.unscopedDb, servers)
  const again = { state: 'waiting', nextTryOn: dueOn, createdOn: now, finishedOn: null } as const
  let count = 0n
  for (const ids of pages) {
    const sent = await update(db, ids)
      .set({ ...again, attempts: 0, errorCode: null, errorValues: null })
      .where('dicomSend.state', '=', 'sent')
      .executeTakeFirstOrThrow()
    // The number of attempts stays, by which the sender notices that its claim has ended.
    const sending = await update(db, ids)
      .set(again)
      .where('dicomSend.state', '=', 'sending')
      .executeTakeFirstOrThrow()
    count += sent.numUpdatedRows + sending.numUpdatedRows
  }
  return Number(count)
}

const update = (db: ClinicDb, ids: readonly ImageId[]) =>
  db.updateTable('dicomSend').where('dicomSend.imageId', 'in', ids)

const listServers = (db: ClinicDb, ids: readonly ImageId[]) =>
  db
    .selectFrom('dicomSend')
    .select('dicomSend.dicomServerId')
    .distinct()
    .where('dicomSend.imageId', 'in', ids)
    .execute()
