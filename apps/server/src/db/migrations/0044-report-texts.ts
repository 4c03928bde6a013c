import { references, required, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** Templates, macros, logo and page orientation of the reports of a clinic. */
export async function reportTexts({ db, table, tableWithId, index, unique }: SchemaBuilder) {
  await tableWithId('reportTemplate', (template) =>
    template
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('name', 'text', required)
      .addColumn('species', 'json', required)
      .addColumn('modality', 'text', required)
      .addColumn('bodyParts', 'json', required)
      .addColumn('language', 'text', required)
      .addColumn('text', 'text', required)
      .addColumn('basedOn', 'text')
      .addColumn('version', 'integer', required)
      .addColumn('changedOn', 'text', required),
  )
  await unique('reportTemplate', 'clinicId', 'language', 'name')

  await tableWithId('reportMacro', (macro) =>
    macro
      .addColumn('clinicId', 'bigint', references('clinic'))
      // Null for a macro of the clinic.
      .addColumn('userId', 'bigint', (user) => user.references('user.id').onDelete('restrict'))
      // The id of the user, or 0: a unique index treats two nulls as different.
      .addColumn('holder', 'bigint', required)
      .addColumn('shortcut', 'text', required)
      .addColumn('text', 'text', required)
      .addColumn('version', 'integer', required)
      .addColumn('changedOn', 'text', required),
  )
  await unique('reportMacro', 'clinicId', 'holder', 'shortcut')
  await index('reportMacro', 'userId')

  await table('reportLogo', (logo) =>
    logo
      .addColumn('clinicId', 'bigint', (clinic) =>
        clinic.primaryKey().references('clinic.id').onDelete('restrict'),
      )
      .addColumn('filePath', 'text', required)
      .addColumn('sha256', 'text', required)
      .addColumn('byteLength', 'integer', required)
      .addColumn('width', 'integer', required)
      .addColumn('height', 'integer', required)
      .addColumn('changedOn', 'text', required),
  )
  await db.schema
    .alterTable('clinic')
    .addColumn('reportOrientation', 'text', withDefault('landscape'))
    .execute()
}
