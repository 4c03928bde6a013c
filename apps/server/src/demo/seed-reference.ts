import { breeds } from '@talus/anatomy'
import { speciesIdOf } from '@talus/contract'
import { sql } from 'kysely'
import type { UnscopedDb } from '../db/open.ts'

/** The breeds of the three species; those that a clinic has added stay as they are. */
export async function seedReference(deps: { readonly unscopedDb: UnscopedDb }): Promise<void> {
  const stored = await deps.unscopedDb
    .selectFrom('breed')
    .select(['speciesId', 'name', 'code'])
    .execute()
  const codes = new Map(stored.map((breed) => [`${breed.speciesId} ${breed.name}`, breed.code]))
  const wanted = breeds
    .map(({ species, name, code }) => ({ speciesId: speciesIdOf(species), name, code }))
    .filter(({ speciesId, name, code }) => codes.get(`${speciesId} ${name}`) !== code)
  // Nothing is written at a usual start: on PostgreSQL even a conflict uses up an id.
  if (wanted.length === 0) return
  await deps.unscopedDb
    .insertInto('breed')
    .values(wanted)
    .onConflict((conflict) =>
      conflict.columns(['speciesId', 'name']).doUpdateSet({ code: sql.ref('excluded.code') }),
    )
    .execute()
}
