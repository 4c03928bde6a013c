import type { ClinicId, UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { prepareQuery } from '../../db/prepared-query.ts'
import type { Database } from '../../db/tables.ts'
import type { ChangeContext } from './audit.service.ts'
import { recordStoredImages } from './stored-images.ts'
import type { StoredImage } from './stored-images.ts'

/** The images that one user imports from one file, or by DICOMweb, are audited together. */
interface ImportGroup {
  readonly clinicId: ClinicId
  readonly userId: UserId
  readonly username: string
  readonly address: string
  /** The name of the imported file. */
  readonly subject: string
}

const addNote = prepareQuery((unscopedDb, note: Insertable<Database['pendingReceipt']>) =>
  unscopedDb.insertInto('pendingReceipt').values(note),
)

const insertNote = (
  db: ClinicDb,
  { subject, ...group }: ImportGroup,
  { sopInstanceUID, studyId }: StoredImage,
) =>
  addNote(db.within(group.clinicId).unscopedDb, {
    ...group,
    calling: subject,
    studyId: studyId ?? null,
    studyInstanceUID: '',
    sopInstanceUID,
  })

/** The event replaces the notes in one transaction: no image is in two events or in none. */
const recordGroup = (unscopedDb: UnscopedDb, clock: Clock, group: ImportGroup): Promise<void> => {
  const { clinicId, userId, username, address, subject } = group
  return new ClinicDb(unscopedDb, [clinicId]).transaction(async (db) => {
    const rows = await db
      .deleteFrom('pendingReceipt')
      .where('userId', '=', userId)
      .where('calling', '=', subject)
      .where('address', '=', address)
      .returning(['id', 'sopInstanceUID', 'studyId'])
      .execute()
    const images = rows
      .toSorted((one, other) => one.id - other.id)
      .map(({ sopInstanceUID, studyId }) => ({ sopInstanceUID, studyId: studyId ?? undefined }))
    await recordStoredImages(
      { db, actor: { id: userId, username }, address, clock },
      { action: 'image.import', subject, clinicId },
      images,
    )
  })
}

interface Import {
  readonly clinicId: ClinicId
  readonly subject: string
  /** Whether it is certain that the import has one image. */
  readonly isSingle: () => boolean
}

/**
 * Notes imported images in the transaction of each image, and turns the notes into a few events at
 * the end. The notes that a dying server leaves are recorded by the next one. The only image of an
 * import is recorded in its own transaction, which is flushed once together with others: a second
 * one took as long as storing a small file.
 */
export function createImportNotes(
  { db, actor, address, clock }: ChangeContext,
  { clinicId, subject, isSingle }: Import,
) {
  const group = { clinicId, userId: actor.id, username: actor.username, address, subject }
  const noted = new Set<string>()
  const recorded = new Set<string>()
  return {
    /** For the transaction of an image, which may be retried. */
    inTransaction: async (db: ClinicDb, image: StoredImage): Promise<void> => {
      if (isSingle()) {
        const event = { action: 'image.import', subject, clinicId } as const
        await recordStoredImages({ db, actor, address, clock }, event, [image])
        recorded.add(image.sopInstanceUID)
        return
      }
      await insertNote(db, group, image)
      noted.add(image.sopInstanceUID)
    },
    /** Records the stored images; a lost file that was imported again has no note yet. */
    record: async (all: readonly StoredImage[]): Promise<void> => {
      const stored = all.filter(({ sopInstanceUID }) => !recorded.has(sopInstanceUID))
      // Notes without a stored image are left by a transaction whose end is not known.
      if (stored.length === 0 && noted.size === 0) return
      const bounded = db.within(clinicId)
      for (const image of stored)
        if (!noted.has(image.sopInstanceUID)) await insertNote(bounded, group, image)
      await recordGroup(db.unscopedDb, clock, group)
    },
  }
}

/** Records the images that a server noted before it died. */
export async function recoverImportNotes({
  unscopedDb,
  clock,
}: {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
}): Promise<void> {
  const groups = await unscopedDb
    .selectFrom('pendingReceipt')
    .select(['clinicId', 'userId', 'username', 'address', 'calling as subject'])
    .where('userId', 'is not', null)
    .distinct()
    .execute()
  for (const { userId, ...group } of groups)
    if (userId !== null) await recordGroup(unscopedDb, clock, { ...group, userId })
}
