import type { OwnerId, PatientId } from '@talus/contract'
import type { Kysely } from 'kysely'
import { prepareQuery } from '../prepared-query.ts'
import type { Database } from '../tables.ts'

type UnscopedDb = Kysely<Database>

const selectMerged = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('patient as merged')
    .select([
      'merged.id',
      'merged.name',
      'merged.nameGroups',
      'merged.patientId',
      'merged.accessionCode',
    ])

type MergedPatient = Awaited<ReturnType<ReturnType<typeof selectMerged>['execute']>>[number]

/** Adds the patients that were merged into these before. */
async function addEarlier(unscopedDb: UnscopedDb, first: readonly MergedPatient[]) {
  const found = [...first]
  for (let next = first; next.length > 0; found.push(...next))
    next = await selectMerged(unscopedDb)
      .where(
        'merged.mergedIntoId',
        'in',
        next.map(({ id }) => id),
      )
      .execute()
  return found
}

const listDirectlyMerged = prepareQuery((unscopedDb, { id }: { readonly id: PatientId }) =>
  selectMerged(unscopedDb).where('merged.mergedIntoId', '=', id),
)

/** The patients that were merged into this one, also through others. */
export const listMergedPatients = async (unscopedDb: UnscopedDb, id: PatientId) =>
  addEarlier(unscopedDb, await listDirectlyMerged(unscopedDb, { id }))

/** The patients that were merged into active ones of this owner: one query, as shelters have many. */
export const listMergedPatientsOf = async (unscopedDb: UnscopedDb, ownerId: OwnerId) =>
  addEarlier(
    unscopedDb,
    await selectMerged(unscopedDb)
      .innerJoin('patient', 'patient.id', 'merged.mergedIntoId')
      .where('patient.ownerId', '=', ownerId)
      .where('patient.status', '=', 'Active')
      .execute(),
  )

const selectMergedOwners = (unscopedDb: UnscopedDb, ids: readonly OwnerId[]) =>
  unscopedDb
    .selectFrom('owner')
    .select(['id', 'name', 'nameGroups', 'phone', 'email'])
    .where('mergedIntoId', 'in', ids)

const listDirectlyMergedOwners = prepareQuery((unscopedDb, { id }: { readonly id: OwnerId }) =>
  selectMergedOwners(unscopedDb, [id]),
)

/** The owners that were merged into this one, also through others. */
export async function listMergedOwners(unscopedDb: UnscopedDb, id: OwnerId) {
  const first = await listDirectlyMergedOwners(unscopedDb, { id })
  const found = [...first]
  for (let next = first; next.length > 0; found.push(...next))
    next = await selectMergedOwners(
      unscopedDb,
      next.map((owner) => owner.id),
    ).execute()
  return found
}
