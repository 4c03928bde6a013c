import { mayReference, references, required, sameClinic, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * The file of a replaced instance, by whom and why it was replaced. Rows without a time are UIDs
 * that an image was to get.
 */
export async function correctedImages({ db, table, index }: SchemaBuilder) {
  const columns = [
    ['filePath', 'text', (column) => column],
    ['sha256', 'text', withDefault('')],
    ['byteLength', 'bigint', withDefault(0)],
    ['reason', 'text', withDefault('')],
    ['userId', 'bigint', mayReference('user')],
    ['replacedOn', 'text', (column) => column],
  ] as const satisfies readonly (readonly [
    string,
    'text' | 'bigint',
    ReturnType<typeof withDefault>,
  ])[]
  for (const [name, type, options] of columns)
    await db.schema.alterTable('replacedInstance').addColumn(name, type, options).execute()
  await index('replacedInstance', 'filePath')
  // Copies of files with the animal and UID of the records, made when they are sent.
  await table('outgoingFile', (file) =>
    file
      .addColumn('imageId', 'bigint', (id) => id.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('basis', 'text', required)
      .addColumn('filePath', 'text', required)
      .addColumn('sha256', 'text', required)
      .addColumn('byteLength', 'bigint', required)
      .$call(sameClinic('imageId', 'image')),
  )
  await index('outgoingFile', 'filePath')
}
