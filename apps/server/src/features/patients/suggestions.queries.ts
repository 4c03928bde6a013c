import type { OwnerId, OwnerSuggestion, PatientId, PatientSuggestion } from '@talus/contract'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { needlesTyped, startsWith } from '../../db/listing/index.ts'
import { suggestedIds } from './suggest.queries.ts'
import type { Wanted } from './suggest.queries.ts'

/** A shelter has thousands; the ones that were typed come first. */
const animalsShown = 10

export async function owners(db: ClinicDb, wanted: Wanted): Promise<OwnerSuggestion[]> {
  const ids = await suggestedIds<OwnerId>(db, 'owner', wanted)
  if (ids.length === 0) return []
  const rows = await db
    .within(wanted.clinicId)
    .selectFrom('owner')
    .select(['owner.id', 'owner.name', 'owner.phone', 'owner.email', 'owner.address'])
    .where('owner.id', 'in', [...ids])
    .execute()
  const animals = await animalsOf(db, ids, wanted)
  return inOrder(ids, rows).map((owner) => ({
    ...owner,
    phone: owner.phone ?? '',
    email: owner.email ?? '',
    animals: animals.filter(({ ownerId }) => ownerId === owner.id).map(({ name }) => name),
  }))
}

function animalsOf(db: ClinicDb, ids: readonly OwnerId[], { clinicId, text }: Wanted) {
  const words = [...new Set(needlesTyped(text).flat(2))]
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
    .select(['patient.ownerId', 'patient.name'])
    .select(
      sql<number>`row_number() over (partition by ${sql.ref('patient.ownerId')} order by ${rank},
        ${sql.ref('patient.search')}, ${sql.ref('patient.id')})`.as('place'),
    )
    .where('patient.ownerId', 'in', [...ids])
    .where('patient.status', '=', 'Active')
  return db.unscopedDb
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('ranked.place', '<=', animalsShown)
    .orderBy('ranked.place')
    .execute()
}

export async function patients(db: ClinicDb, wanted: Wanted): Promise<PatientSuggestion[]> {
  const ids = await suggestedIds<PatientId>(db, 'patient', wanted)
  if (ids.length === 0) return []
  const rows = await db
    .within(wanted.clinicId)
    .selectFrom('patient')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .select([
      'patient.id',
      'patient.patientId',
      'patient.name',
      'patient.speciesId',
      'patient.ownerId',
      'patient.birthDate',
      'owner.name as owner',
    ])
    .where('patient.id', 'in', [...ids])
    .execute()
  return inOrder(ids, rows)
}

function inOrder<Id, Row extends { readonly id: Id }>(ids: readonly Id[], rows: readonly Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
