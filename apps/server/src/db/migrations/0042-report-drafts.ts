import { flag, references, required, sameClinic } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** The unfinished reports of users, and the pictures that the viewer has made for reports. */
export async function reportDrafts({ table, tableWithId, index, unique }: SchemaBuilder) {
  await tableWithId('reportDraft', (draft) =>
    draft
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('studyId', 'bigint', required)
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('version', 'integer', required)
      // Text, because a repeated save is recognised by the same characters.
      .addColumn('document', 'text', required)
      .addColumn('createdOn', 'text', required)
      .addColumn('savedOn', 'text', required)
      .$call(sameClinic('studyId', 'study')),
  )
  await unique('reportDraft', 'studyId', 'userId')
  await index('reportDraft', 'userId')

  await table('reportPicture', (picture) =>
    picture
      .addColumn('id', 'text', (id) => id.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('studyId', 'bigint', required)
      .addColumn('imageId', 'bigint', required)
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('filePath', 'text', required)
      .addColumn('sha256', 'text', required)
      .addColumn('byteLength', 'integer', required)
      .addColumn('width', 'integer', required)
      .addColumn('height', 'integer', required)
      .addColumn('createdOn', 'text', required)
      .addColumn('isKept', 'boolean', flag(false))
      .$call(sameClinic('studyId', 'study')),
  )
  await index('reportPicture', 'imageId')
}
