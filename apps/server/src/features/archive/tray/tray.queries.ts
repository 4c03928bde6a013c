import type { TrayEntryId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { TrayEntryTable } from '../../../db/tray-tables.ts'

export const insert = (db: ClinicDb, entry: Insertable<TrayEntryTable>) =>
  db.insertInto('trayEntry', entry).returning('id').executeTakeFirstOrThrow()

export async function countWaiting(db: ClinicDb): Promise<number> {
  const { files } = await db
    .selectFrom('trayEntry')
    .select(({ fn }) => fn.countAll().as('files'))
    .where('trayEntry.decision', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(files)
}

export async function countWaitingOf(db: ClinicDb, senderKey: string) {
  const { files, bytes } = await db
    .selectFrom('trayEntry')
    .select(({ fn }) => [
      fn.countAll().as('files'),
      fn.coalesce(fn.sum('trayEntry.byteLength'), fn.countAll()).as('bytes'),
    ])
    .where('trayEntry.senderKey', '=', senderKey)
    .where('trayEntry.decision', 'is', null)
    .executeTakeFirstOrThrow()
  return { files: Number(files), bytes: Number(bytes) }
}

/** The entries of an instance that wait or became images, the newest first; a few are enough. */
export const listOfInstance = (db: ClinicDb, sopInstanceUID: string) =>
  db
    .selectFrom('trayEntry')
    .select(['trayEntry.id', 'trayEntry.sha256', 'trayEntry.content', 'trayEntry.filePath'])
    .where('trayEntry.sopInstanceUID', '=', sopInstanceUID)
    .where((eb) =>
      eb.or([eb('trayEntry.decision', 'is', null), eb('trayEntry.decision', '!=', 'discard')]),
    )
    .orderBy('trayEntry.id', 'desc')
    .limit(20)
    .execute()

/**
 * The newest entry with the same bytes, or with this id, whose content is the same: it waits, or it became an image that users can see. A
 * discarded one does not count, because a sender that sends it again should get it shown again.
 */
export async function findSameFile(db: ClinicDb, sha256: string, id: TrayEntryId | undefined) {
  const entry = await db
    .selectFrom('trayEntry')
    .leftJoin('image', 'image.id', 'trayEntry.imageId')
    .leftJoin('study', 'study.id', 'image.studyId')
    .select(['trayEntry.decision', 'image.id as imageId', 'image.filePath', 'image.studyId'])
    .select(['study.isDeleted', 'image.isRejected'])
    .where((eb) =>
      eb.or([
        eb('trayEntry.sha256', '=', sha256),
        ...(id === undefined ? [] : [eb('trayEntry.id', '=', id)]),
      ]),
    )
    .where((eb) =>
      eb.or([eb('trayEntry.decision', 'is', null), eb('trayEntry.decision', '!=', 'discard')]),
    )
    .orderBy('trayEntry.id', 'desc')
    .executeTakeFirst()
  if (!entry) return undefined
  const { decision, imageId, filePath, studyId, isDeleted, isRejected } = entry
  const isShown =
    imageId !== null && filePath !== null && studyId !== null && isDeleted === false && !isRejected
  return { decision, image: isShown ? { imageId, filePath, studyId } : undefined }
}
