import { references, required } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/** The layouts of the viewer that a clinic has saved for a species and body part. */
export async function hangingProtocols({ tableWithId, unique }: SchemaBuilder) {
  await tableWithId('hangingProtocol', (protocol) =>
    protocol
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('speciesId', 'integer', required)
      .addColumn('bodyPart', 'text', required)
      .addColumn('stages', 'json', required)
      .addColumn('changedOn', 'text', required),
  )
  await unique('hangingProtocol', 'clinicId', 'speciesId', 'bodyPart')
}
