import type { CaseFileId, CaseId, ClinicId, UserId } from '@talus/contract'
import { isCaseReach } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { isVisibleTo } from '../stored/file-visibility.ts'
import type { KeptFile } from './keep-files.ts'

const select = (db: ClinicDb, readerId: UserId) =>
  db
    .selectFrom('caseFile')
    .innerJoin('radCase', 'radCase.id', 'caseFile.caseId')
    .leftJoin('image', 'image.id', 'caseFile.imageId')
    .select([
      'image.hasPixels',
      'image.bodyPart',
      'image.bodyPartView',
      'caseFile.id',
      'caseFile.caseId',
      'caseFile.clinicId',
      'caseFile.fileName',
      'caseFile.filePath',
      'caseFile.imageId',
      'caseFile.isFromReceiver',
      'caseFile.mediaType',
      'caseFile.byteLength',
      'caseFile.sha256',
      'caseFile.isShown',
      'caseFile.createdOn',
      'caseFile.userId',
      'caseFile.isUnpublished',
      'radCase.radiologistId',
      'radCase.isDeleted',
      'radCase.status',
      'radCase.requesterId',
    ])
    .where('radCase.isDeleted', '=', false)
    .where(isVisibleTo(readerId))

/** The files of a case, images first, each group in the order in which they were attached. */
export const listOfCase = (db: ClinicDb, caseId: CaseId, readerId: UserId) =>
  select(db, readerId)
    .where('caseFile.caseId', '=', caseId)
    .orderBy('caseFile.isFromReceiver', 'desc')
    .orderBy('caseFile.id')
    .execute()
export type CaseFileRow = Awaited<ReturnType<typeof listOfCase>>[number]

export const find = (db: ClinicDb, id: CaseFileId, readerId: UserId) =>
  select(db, readerId).where('caseFile.id', '=', id).executeTakeFirst()

/**
 * Removes a file with the tickets that would open it; false if it was removed before. Unscoped,
 * because a radiologist changes no rows of a clinic; the caller has checked the author.
 */
export async function remove(unscopedDb: UnscopedDb, id: CaseFileId): Promise<boolean> {
  await unscopedDb
    .deleteFrom('caseFileTicket')
    .where('caseFileTicket.caseFileId', '=', id)
    .execute()
  const removed = await unscopedDb
    .deleteFrom('caseFile')
    .where('caseFile.id', '=', id)
    .returning('caseFile.id')
    .executeTakeFirst()
  return removed !== undefined
}

/** Shows the files of a finished report to the clinic, and returns their names. */
export async function publish(
  unscopedDb: UnscopedDb,
  { caseId, authorId }: { readonly caseId: CaseId; readonly authorId: UserId },
): Promise<readonly string[]> {
  const published = await unscopedDb
    .updateTable('caseFile')
    .set({ isUnpublished: false })
    .where('caseFile.caseId', '=', caseId)
    .where('caseFile.userId', '=', authorId)
    .where('caseFile.isUnpublished', '=', true)
    .returning('caseFile.fileName')
    .execute()
  return published.map(({ fileName }) => fileName)
}

export const findCase = (db: ClinicDb, id: CaseId) =>
  db
    .selectFrom('radCase')
    .select(['radCase.id', 'radCase.clinicId', 'radCase.status', 'radCase.radiologistId'])
    .where('radCase.id', '=', id)
    .where('radCase.isDeleted', '=', false)
    .executeTakeFirst()

/** How many files users have attached to a case, and their bytes together. */
export async function sumAttachments(db: ClinicDb, caseId: CaseId) {
  const { count, bytes } = await db
    .selectFrom('caseFile')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('caseFile.byteLength').as('bytes'),
    ])
    .where('caseFile.caseId', '=', caseId)
    .where('caseFile.imageId', 'is', null)
    .where('caseFile.isFromReceiver', '=', false)
    .executeTakeFirstOrThrow()
  return { count, bytes: bytes ?? 0 }
}

export const insert = (
  db: ClinicDb,
  file: KeptFile & {
    readonly caseId: CaseId
    readonly userId: UserId
    readonly isFromReceiver: boolean
    readonly isUnpublished: boolean
    readonly createdOn: string
  },
): Promise<CaseFileId> => db.insertCaseFile({ ...file, imageId: null })

interface NewTicket {
  readonly tokenHash: string
  readonly clinicId: ClinicId
  readonly caseId: CaseId
  /** Null for a report, whose PDF is at `filePath`. */
  readonly caseFileId: CaseFileId | null
  readonly filePath: string | null
  readonly fileName: string
  readonly userId: UserId
  readonly expiresOn: string
}

/**
 * Inserts a ticket, and removes those that have expired. Unscoped, because a radiologist inserts no
 * rows of a clinic; the caller has found the file in the reach of `db`.
 */
export async function insertTicket(db: ClinicDb, ticket: NewTicket, now: string) {
  const { reach, unscopedDb } = db
  const isForRadiologist = isCaseReach(reach) && !reach.clinicIds.includes(ticket.clinicId)
  await unscopedDb.deleteFrom('caseFileTicket').where('expiresOn', '<=', now).execute()
  await unscopedDb
    .insertInto('caseFileTicket')
    .values({ ...ticket, isForRadiologist })
    .execute()
}

/** Removes a ticket and returns it, so that of two concurrent requests only one gets it. */
export const takeTicket = (unscopedDb: UnscopedDb, tokenHash: string, now: string) =>
  unscopedDb
    .deleteFrom('caseFileTicket')
    .where('tokenHash', '=', tokenHash)
    .where('expiresOn', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Whether the account can still be used. */
export async function isActiveUser(unscopedDb: UnscopedDb, id: UserId): Promise<boolean> {
  const found = await unscopedDb
    .selectFrom('user')
    .innerJoin('permissionProfile', 'permissionProfile.id', 'user.permissionProfileId')
    .select('user.id')
    .where('user.id', '=', id)
    .where('user.isDeleted', '=', false)
    .where('permissionProfile.status', '=', 'Active')
    .executeTakeFirst()
  return found !== undefined
}

/** Which of these paths belong to a file of a case; for a sweep, which concerns every clinic. */
export async function listKnownPaths(unscopedDb: UnscopedDb, paths: readonly string[]) {
  const known: string[] = []
  for (let at = 0; at < paths.length; at += 500) {
    const rows = await unscopedDb
      .selectFrom('caseFile')
      .select('filePath')
      .where('filePath', 'in', paths.slice(at, at + 500))
      .execute()
    known.push(...rows.flatMap(({ filePath }) => filePath ?? []))
  }
  return known
}
