import { breeds, defaultTechniques } from '@talus/anatomy'
import { speciesIdOf } from '@talus/contract'
import { sql } from 'kysely'
import type { UnscopedDb } from '../db/open.ts'

interface Deps {
  readonly unscopedDb: UnscopedDb
}

export async function seedReference(deps: Deps): Promise<void> {
  await seedBreeds(deps)
  await seedTechniques(deps)
}

/** The default techniques, as far as they are not there: what somebody has tuned stays. */
async function seedTechniques({ unscopedDb }: Deps): Promise<void> {
  const stored = await unscopedDb
    .selectFrom('generatorTechnique')
    .select(['speciesId', 'size', 'bodyPart', 'bodyPartView'])
    .execute()
  const keyOf = (one: (typeof stored)[number]) =>
    [one.speciesId, one.size, one.bodyPart, one.bodyPartView].join('\n')
  const known = new Set(stored.map(keyOf))
  const missing = defaultTechniques
    .map(({ species, view, ...technique }) => ({
      ...technique,
      speciesId: speciesIdOf(species),
      bodyPartView: view,
    }))
    .filter((technique) => !known.has(keyOf(technique)))
  if (missing.length === 0) return
  // Two servers that start on one database find the same missing.
  await unscopedDb
    .insertInto('generatorTechnique')
    .values(missing)
    .onConflict((conflict) =>
      conflict.columns(['speciesId', 'size', 'bodyPart', 'bodyPartView']).doNothing(),
    )
    .execute()
}

/** The breeds of the three species; those that a clinic has added stay as they are. */
async function seedBreeds(deps: Deps): Promise<void> {
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
