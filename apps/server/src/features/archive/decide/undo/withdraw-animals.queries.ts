import type { Instant, OwnerId, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../../../db/clinic-db.ts'
import { removeUnlessReferred } from '../../../../db/reference-violation.ts'
import type { FiledImage } from './undo.queries.ts'

/**
 * Removes the animals that an undone decision created, with their owners, so that the same decision
 * can be made again. An animal stays if another record refers to it, or if a user has changed it
 * since. Returns the patient IDs of those that were removed.
 */
export async function withdrawAnimals(
  db: ClinicDb,
  images: readonly FiledImage[],
  decidedOn: Instant,
): Promise<string[]> {
  const removed: string[] = []
  for (const [id, ofAnimal] of Map.groupBy(images, ({ patientId }) => patientId)) {
    const animal = await findCreated(db, id, decidedOn)
    if (!animal || (await wasChanged(db, { kind: 'patient', id }, decidedOn))) continue
    const studyIds = ofAnimal.map(({ studyId }) => studyId)
    const isRemoved = await removeUnlessReferred(db.unscopedDb, async () => {
      await db.deleteFrom('studyClaim').where('studyClaim.studyId', 'in', studyIds).execute()
      await db
        .deleteFrom('study')
        .where('study.id', 'in', studyIds)
        .where('study.isDeleted', '=', true)
        .execute()
      await db.deleteFrom('patient').where('patient.id', '=', id).execute()
    })
    if (!isRemoved) continue
    removed.push(animal.patientId)
    if (animal.ownerId !== null) await withdrawOwner(db, animal.ownerId, decidedOn)
  }
  return removed
}

/** All records of a decision have its moment; those that were known before have another one. */
const findCreated = (db: ClinicDb, id: PatientId, decidedOn: Instant) =>
  db
    .selectFrom('patient')
    .select(['patient.patientId', 'patient.ownerId'])
    .where('patient.id', '=', id)
    .where('patient.createdOn', '=', decidedOn)
    .where('patient.status', '=', 'Active')
    .where('patient.mergedIntoId', 'is', null)
    .executeTakeFirst()

async function withdrawOwner(db: ClinicDb, id: OwnerId, decidedOn: Instant): Promise<void> {
  const owner = await db
    .selectFrom('owner')
    .select('owner.id')
    .where('owner.id', '=', id)
    .where('owner.createdOn', '=', decidedOn)
    .where('owner.status', '=', 'Active')
    .where('owner.mergedIntoId', 'is', null)
    .executeTakeFirst()
  if (!owner || (await wasChanged(db, { kind: 'owner', id }, decidedOn))) return
  await removeUnlessReferred(db.unscopedDb, async () => {
    await db.deleteFrom('owner').where('owner.id', '=', id).execute()
  })
}

/** A user has edited, merged or moved the record; merges are kept without a foreign key. */
async function wasChanged(
  db: ClinicDb,
  {
    kind,
    id,
  }:
    | { readonly kind: 'patient'; readonly id: PatientId }
    | { readonly kind: 'owner'; readonly id: OwnerId },
  since: Instant,
): Promise<boolean> {
  const event = await db
    .selectFrom('auditEvent')
    .select('auditEvent.id')
    .where('auditEvent.kind', '=', kind)
    .where('auditEvent.entityId', '=', id)
    .where('auditEvent.at', '>=', since)
    .executeTakeFirst()
  if (event) return true
  const merged = await db
    .selectFrom('reassignment')
    .select('reassignment.id')
    .where((eb) =>
      kind === 'patient'
        ? eb.or([eb('reassignment.patientId', '=', id), eb('reassignment.otherPatientId', '=', id)])
        : eb.or([eb('reassignment.ownerId', '=', id), eb('reassignment.otherOwnerId', '=', id)]),
    )
    .executeTakeFirst()
  return merged !== undefined
}
