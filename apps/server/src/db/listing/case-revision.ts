import type { ClinicId, StudyId } from '@talus/contract'
import type { Kysely } from 'kysely'
import type { ClinicDb } from '../clinic-db.ts'
import type { Database } from '../tables.ts'

/** The scope of users who reach cases of all clinics; ids of clinics start at 1. */
export const everyCase = 0

/** Increments the revision of the clinic's cases, and of all for radiologists. */
export async function touchCases(
  unscopedDb: Kysely<Database>,
  scopes: readonly number[],
): Promise<void> {
  // In one order, so that two changes cannot wait for each other.
  for (const scope of scopes.toSorted((a, b) => a - b))
    await unscopedDb
      .insertInto('caseRevision')
      .values({ scope, revision: 1 })
      .onConflict((conflict) =>
        conflict.column('scope').doUpdateSet((row) => ({
          revision: row('caseRevision.revision', '+', 1),
        })),
      )
      .execute()
}

/**
 * Open pages of cases compare the requested animal with the registered one. Call it after the animal
 * of the studies, or its identity, has changed; it does nothing if no case was requested for them.
 */
export async function touchCasesOfStudies(
  db: ClinicDb,
  clinicId: ClinicId,
  studyIds: readonly StudyId[],
): Promise<void> {
  if (studyIds.length === 0) return
  const radCase = await db
    .selectFrom('radCase')
    .select('radCase.id')
    .where('radCase.studyId', 'in', studyIds)
    .limit(1)
    .executeTakeFirst()
  if (radCase) await touchCases(db.unscopedDb, [everyCase, clinicId])
}
