import { foldText } from '@talus/contract'
import type { OwnerId, PatientId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { prepareClinicQuery } from '../../../db/prepared-clinic-query.ts'
import { findRemainingOwner, findRemainingPatient } from '../../patients/index.ts'

/** Enough to see that a name is ambiguous, even if some of them are one animal after merges. */
const namesakesMax = 50

const selectOwners = prepareClinicQuery((db, { search }: { readonly search: string }) =>
  db
    .selectFrom('owner')
    .select(['owner.id', 'owner.mergedIntoId', 'owner.status'])
    .where('owner.search', '=', search)
    .where((eb) =>
      eb.or([eb('owner.status', '=', 'Active'), eb('owner.mergedIntoId', 'is not', null)]),
    )
    .orderBy('owner.id'),
)

/** The owner with this name; otherwise the one into whom an owner with this name was merged. */
export async function findOwnerByName(
  db: ClinicDb,
  name: string,
): Promise<{ readonly id: OwnerId } | undefined> {
  const owners = await selectOwners(db, { search: foldText(name) })
  const known = owners.find(({ status }) => status === 'Active')
  if (known) return known
  const [merged] = owners
  if (!merged) return undefined
  const id = await findRemainingOwner(db, merged.id)
  return (await isActiveOwner(db, id)) ? { id } : undefined
}

const isActiveOwner = async (db: ClinicDb, id: OwnerId) =>
  (
    await db
      .selectFrom('owner')
      .select('owner.status')
      .where('owner.id', '=', id)
      .executeTakeFirst()
  )?.status === 'Active'

/**
 * The active animals with this name and owner, also under the names of records that were merged into
 * theirs.
 */
export async function findPatientsByNames(db: ClinicDb, name: string, owner: string) {
  const ownerIds = new Set<OwnerId>()
  for (const { id } of await selectOwners(db, { search: foldText(owner) })) {
    // A merged animal keeps the owner that it had, and the animals of a merged owner do not.
    ownerIds.add(id)
    ownerIds.add(await findRemainingOwner(db, id))
  }
  if (ownerIds.size === 0) return []
  const named = await db
    .selectFrom('patient')
    .select(['patient.id', 'patient.speciesId', 'patient.birthDate'])
    .where('patient.search', '=', foldText(name))
    .where('patient.ownerId', 'in', [...ownerIds])
    .where((eb) =>
      eb.or([eb('patient.status', '=', 'Active'), eb('patient.mergedIntoId', 'is not', null)]),
    )
    .orderBy('patient.id')
    .limit(namesakesMax)
    .execute()
  const found = new Map<PatientId, (typeof named)[number]>()
  for (const { id: namedId, speciesId, birthDate } of named) {
    const id = await findRemainingPatient(db, namedId)
    const remaining = await db
      .selectFrom('patient')
      .select(['patient.speciesId', 'patient.birthDate'])
      .where('patient.id', '=', id)
      .where('patient.status', '=', 'Active')
      .executeTakeFirst()
    if (!remaining) continue
    found.set(id, {
      id,
      speciesId: remaining.speciesId ?? speciesId,
      birthDate: remaining.birthDate ?? birthDate,
    })
  }
  return [...found.values()]
}
