import { foldText } from '@talus/contract'
import type { OwnerId, OwnerSuggestion, PatientId, PatientSuggestion } from '@talus/contract'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { parseSearchTerms, startsWith } from '../../db/listing/index.ts'
import { findSuggestedIds } from './suggested-ids.queries.ts'
import type { SuggestionQuery } from './suggested-ids.queries.ts'

/** An animal shelter has thousands; the names that match the text come first. */
const patientsShown = 10

export async function suggestOwners(
  db: ClinicDb,
  query: SuggestionQuery,
): Promise<OwnerSuggestion[]> {
  const ids = await findSuggestedIds<OwnerId>(db, 'owner', query)
  if (ids.length === 0) return []
  const rows = await db
    .within(query.clinicId)
    .selectFrom('owner')
    .select([
      'owner.id',
      'owner.name',
      'owner.nameGroups',
      'owner.phone',
      'owner.email',
      'owner.address',
    ])
    .where('owner.id', 'in', [...ids])
    .execute()
  const animals = await findPatientNames(db, ids, query)
  return sortByIds(ids, rows).map((owner) => ({
    ...owner,
    phone: owner.phone ?? '',
    email: owner.email ?? '',
    animals: nameAnimals(animals.filter(({ ownerId }) => ownerId === owner.id)),
  }))
}

type OwnedAnimal = Awaited<ReturnType<typeof findPatientNames>>[number]

const sexSigns = { Male: '♂', Female: '♀' } as const

/** Number, sex and birth date distinguish the animals of one owner with the same name. */
function nameAnimals(animals: readonly OwnedAnimal[]): string[] {
  const counts = new Map<string, number>()
  for (const { name } of animals) counts.set(foldText(name), (counts.get(foldText(name)) ?? 0) + 1)
  return animals.map(({ name, patientId, sex, birthDate }) => {
    if (counts.get(foldText(name)) === 1) return name
    const facts = [patientId, sex && sexSigns[sex], birthDate].filter(Boolean)
    return `${name} (${facts.join(' ')})`
  })
}

function findPatientNames(
  db: ClinicDb,
  ids: readonly OwnerId[],
  { clinicId, text }: SuggestionQuery,
) {
  const words = [...new Set(parseSearchTerms(text).flat(2))]
  const isTyped = sql<SqlBool>`exists (select 1 from ${sql.table('patientWord')} as found
    where ${sql.ref('found.patientId')} = ${sql.ref('patient.id')} and
    ${sql.ref('found.field')} = 'name' and
    (${sql.join(
      words.map((word) => startsWith('found.word', word)),
      sql` or `,
    )}))`
  const rank = words.length > 0 ? sql`case when ${isTyped} then 0 else 1 end` : sql`0`
  const ranked = db
    .within(clinicId)
    .selectFrom('patient')
    .select([
      'patient.ownerId',
      'patient.name',
      'patient.patientId',
      'patient.sex',
      'patient.birthDate',
    ])
    .select(
      sql<number>`row_number() over (partition by ${sql.ref('patient.ownerId')} order by ${rank},
        ${sql.ref('patient.search')}, ${sql.ref('patient.id')})`.as('place'),
    )
    .where('patient.ownerId', 'in', [...ids])
    .where('patient.status', '=', 'Active')
  return db.unscopedDb
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('ranked.place', '<=', patientsShown)
    .orderBy('ranked.place')
    .execute()
}

export async function suggestPatients(
  db: ClinicDb,
  query: SuggestionQuery,
): Promise<PatientSuggestion[]> {
  const ids = await findSuggestedIds<PatientId>(db, 'patient', query)
  if (ids.length === 0) return []
  const rows = await db
    .within(query.clinicId)
    .selectFrom('patient')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .select([
      'patient.id',
      'patient.patientId',
      'patient.name',
      'patient.nameGroups',
      'patient.speciesId',
      'patient.ownerId',
      'patient.birthDate',
      'owner.name as owner',
    ])
    .where('patient.id', 'in', [...ids])
    .execute()
  return sortByIds(ids, rows)
}

function sortByIds<Id, Row extends { readonly id: Id }>(ids: readonly Id[], rows: readonly Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
