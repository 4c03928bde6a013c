import { references, required, sameClinic } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Merges and moves of records, with the values that undo needs. */
export async function reassignments({ db, tableWithId, index }: SchemaBuilder) {
  for (const table of ['patient', 'owner'])
    // The record that replaces this one; null unless it was merged.
    await db.schema.alterTable(table).addColumn('mergedIntoId', 'bigint').execute()
  await tableWithId('reassignment', (reassignment) =>
    reassignment
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('kind', 'text', required)
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('createdOn', 'text', required)
      .addColumn('subject', 'text', required)
      .addColumn('target', 'text', required)
      .addColumn('studyId', 'bigint')
      .addColumn('patientId', 'bigint')
      .addColumn('otherPatientId', 'bigint')
      .addColumn('ownerId', 'bigint')
      .addColumn('otherOwnerId', 'bigint')
      .addColumn('changes', 'json', required)
      .addColumn('undoneOn', 'text')
      .addColumn('undoneById', 'bigint')
      .$call(sameClinic('patientId', 'patient'))
      .$call(sameClinic('ownerId', 'owner')),
  )
  for (const column of ['patientId', 'otherPatientId', 'ownerId', 'otherOwnerId'])
    await index('reassignment', column)
}
