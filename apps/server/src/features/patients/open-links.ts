import type { OwnerId, PatientId, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'

/** The animal and owner of a study. */
export interface StudyHolder {
  readonly studyId: StudyId
  readonly patientId: PatientId
  readonly ownerId: OwnerId | null
  readonly patientName: string
}

export const listHolders = async (
  db: ClinicDb,
  studyIds: readonly StudyId[],
): Promise<readonly StudyHolder[]> =>
  studyIds.length === 0
    ? []
    : db
        .selectFrom('study')
        .innerJoin('patient', 'patient.id', 'study.patientId')
        .select(['study.id as studyId', 'patient.id as patientId', 'patient.ownerId'])
        .select('patient.name as patientName')
        .where('study.id', 'in', studyIds)
        .execute()

type Holder = Pick<StudyHolder, 'patientId' | 'ownerId'>

/**
 * Whether the people who got images of a study must not see it any more. Two animals without an owner
 * have different ones; an animal that gets its first owner has had them before.
 */
export const isOtherOwner = (before: Holder, after: Holder) =>
  before.patientId === after.patientId
    ? before.ownerId !== null && before.ownerId !== after.ownerId
    : before.ownerId === null || before.ownerId !== after.ownerId

const selectOpen = (db: ClinicDb, studyIds: readonly StudyId[], now: Date) =>
  db
    .selectFrom('share')
    .where('share.studyId', 'in', studyIds)
    .where('share.revokedOn', 'is', null)
    .where('share.expiresOn', '>', now.toISOString())

export async function countOpenLinks(
  db: ClinicDb,
  studyIds: readonly StudyId[],
  now: Date,
): Promise<number> {
  if (studyIds.length === 0) return 0
  const { count } = await selectOpen(db, studyIds, now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Revokes the open links of studies that belong to another owner than before: the recipients of a
 * link would see the animal and the name of another client. The caller holds the transaction.
 */
export async function revokeLinksOfFormerOwners(
  change: ChangeContext,
  before: readonly StudyHolder[],
): Promise<number> {
  const { db, clock } = change
  const studyIds = before.map(({ studyId }) => studyId)
  const after = new Map((await listHolders(db, studyIds)).map((one) => [one.studyId, one]))
  let revoked = 0
  for (const holder of before) {
    const current = after.get(holder.studyId)
    if (!current || !isOtherOwner(holder, current)) continue
    const { studyId, patientName } = holder
    const now = clock()
    const open = await selectOpen(db, [studyId], now)
      .select(['share.id', 'share.clinicId'])
      .execute()
    for (const { id, clinicId } of open) {
      await db
        .updateTable('share')
        .set({ revokedOn: now.toISOString() })
        .where('share.id', '=', id)
        .execute()
      const after = { studyId, because: 'owner' }
      await recordAuditEvent(change, {
        action: 'share.revoke',
        entityId: id,
        subject: patientName,
        clinicId,
        after,
      })
    }
    revoked += open.length
  }
  return revoked
}
