import type { UserId } from '@talus/contract'
import type { Insertable } from 'kysely'
import type { UnscopedDb } from '../../../db/open.ts'
import type { GeneratorTechniqueOverrideTable } from '../../../db/image-tables.ts'

const columns = ['speciesId', 'size', 'bodyPart', 'bodyPartView', 'fo', 'kv', 'ma', 'ms'] as const

/** The techniques belong to the generator and are the same for every clinic. */
export const listTechniques = (unscopedDb: UnscopedDb) =>
  unscopedDb
    .selectFrom('generatorTechnique')
    .select([...columns])
    .orderBy('id')
    .execute()

export const listOverrides = (unscopedDb: UnscopedDb, userId: UserId) =>
  unscopedDb
    .selectFrom('generatorTechniqueOverride')
    .select([...columns, 'userId', 'createdOn'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute()

export const saveOverride = (
  unscopedDb: UnscopedDb,
  technique: Insertable<GeneratorTechniqueOverrideTable>,
) =>
  unscopedDb
    .insertInto('generatorTechniqueOverride')
    .values(technique)
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'speciesId', 'size', 'bodyPart', 'bodyPartView'])
        .doUpdateSet((row) => ({
          fo: row.ref('excluded.fo'),
          kv: row.ref('excluded.kv'),
          ma: row.ref('excluded.ma'),
          ms: row.ref('excluded.ms'),
          createdOn: row.ref('excluded.createdOn'),
        })),
    )
    .returning([...columns, 'userId', 'createdOn'])
    .executeTakeFirstOrThrow()
