import { flag, references, required, sameClinic } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Sensors belong to a bridge, and bridges to a clinic. Before, a sensor had a copy of the address of
 * the only bridge, which became wrong when the bridge got another port.
 */
export async function bridges({ db, tableWithId, unique, index }: SchemaBuilder) {
  const before = await db.selectFrom('sensor').selectAll().orderBy('id').execute()
  const clinics = await db.selectFrom('clinic').select(['id', 'createdOn']).orderBy('id').execute()
  await db.schema.dropTable('sensor').execute()

  await tableWithId('bridge', (bridge) =>
    bridge
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('name', 'text', required)
      .addColumn('xRayRoom', 'text', required)
      // The bridge of the server's own computer, or the hash of a bridge's certificate.
      .addColumn('identity', 'text', required)
      // Null for the bridge of the server's own computer, whose port is a setting.
      .addColumn('address', 'text')
      .addColumn('port', 'integer')
      .addColumn('certificate', 'text')
      // Encrypted.
      .addColumn('token', 'text')
      .addColumn('createdOn', 'text', required),
  )
  await unique('bridge', 'clinicId', 'id')
  await unique('bridge', 'clinicId', 'identity')

  await tableWithId('sensor', (sensor) =>
    sensor
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('bridgeId', 'bigint', required)
      .addColumn('modality', 'text', required)
      .addColumn('name', 'text', required)
      .addColumn('brand', 'text', required)
      .addColumn('model', 'text', required)
      .addColumn('isEnabled', 'boolean', flag(true))
      .$call(sameClinic('bridgeId', 'bridge')),
  )
  await unique('sensor', 'bridgeId', 'modality')
  await index('sensor', 'clinicId')

  const modalities = new Map(before.map((sensor) => [sensor['modality'], sensor]))
  if (modalities.size === 0) return
  // Until now the sensors of the server's computer served every clinic.
  for (const { id: clinicId, createdOn } of clinics) {
    const bridge = await db
      .insertInto('bridge')
      .values({ clinicId, name: '', xRayRoom: '', identity: 'this-computer', createdOn })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const { modality, brand, model } of modalities.values())
      await db
        .insertInto('sensor')
        .values({ clinicId, bridgeId: bridge['id'], modality, name: '', brand, model })
        .execute()
  }
}
