import { breeds, defaultTechniques } from '@talus/anatomy'
import { getSpeciesId } from '@talus/contract'
import { sql } from 'kysely'
import type { UnscopedDb } from '../db/open.ts'

interface Deps {
  readonly unscopedDb: UnscopedDb
}

export async function seedReference(deps: Deps): Promise<void> {
  await seedBreeds(deps)
  await seedTechniques(deps)
}

/** Inserts the default techniques that are missing; those that a user has changed stay. */
async function seedTechniques({ unscopedDb }: Deps): Promise<void> {
  const stored = await unscopedDb
    .selectFrom('generatorTechnique')
    .select(['speciesId', 'size', 'bodyPart', 'bodyPartView'])
    .execute()
  const toKey = (one: (typeof stored)[number]) =>
    [one.speciesId, one.size, one.bodyPart, one.bodyPartView].join('\n')
  const known = new Set(stored.map(toKey))
  const missing = defaultTechniques
    .map(({ species, view, ...technique }) => ({
      ...technique,
      speciesId: getSpeciesId(species),
      bodyPartView: view,
    }))
    .filter((technique) => !known.has(toKey(technique)))
  if (missing.length === 0) return
  // Two servers that start on one database insert the same missing rows.
  await unscopedDb
    .insertInto('generatorTechnique')
    .values(missing)
    .onConflict((conflict) =>
      conflict.columns(['speciesId', 'size', 'bodyPart', 'bodyPartView']).doNothing(),
    )
    .execute()
}

/** Inserts the breeds of the three species; those that a clinic has added stay. */
async function seedBreeds(deps: Deps): Promise<void> {
  const stored = await deps.unscopedDb
    .selectFrom('breed')
    .select(['speciesId', 'name', 'code'])
    .execute()
  const codes = new Map(stored.map((breed) => [`${breed.speciesId} ${breed.name}`, breed.code]))
  const outdated = breeds
    .map(({ species, name, code }) => ({ speciesId: getSpeciesId(species), name, code }))
    .filter(({ speciesId, name, code }) => codes.get(`${speciesId} ${name}`) !== code)
  // A normal start writes nothing: on PostgreSQL even a conflict uses up an id.
  if (outdated.length === 0) return
  await deps.unscopedDb
    .insertInto('breed')
    .values(outdated)
    .onConflict((conflict) =>
      conflict.columns(['speciesId', 'name']).doUpdateSet({ code: sql.ref('excluded.code') }),
    )
    .execute()
}
