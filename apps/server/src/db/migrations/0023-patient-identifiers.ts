import { references, required, sameClinic, withDefault } from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * Adds the issuer of a patient ID, the claims of files that a user has assigned to an animal, and the
 * content of files that an image had before.
 */
export async function patientIdentifiers({ db, table, index }: SchemaBuilder) {
  // Empty: the clinic itself, or unknown.
  await db.schema.alterTable('patient').addColumn('issuer', 'text', withDefault('')).execute()
  await table('patientAlias', (alias) =>
    alias
      .addColumn('clinicId', 'bigint', references('clinic'))
      // Patient ID, issuer, names, birth date and species as a file states them.
      .addColumn('claimKey', 'text', required)
      .addColumn('patientDatabaseId', 'bigint', required)
      .addPrimaryKeyConstraint('pk:patientAlias', ['clinicId', 'claimKey'])
      .$call(sameClinic('patientDatabaseId', 'patient')),
  )
  await index('patientAlias', 'patientDatabaseId')
  await table('imageVersion', (version) =>
    version
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('imageId', 'bigint', required)
      // SHA-256 of the data set, without the file meta information.
      .addColumn('dataSetSha256', 'text', required)
      .addPrimaryKeyConstraint('pk:imageVersion', ['clinicId', 'imageId', 'dataSetSha256'])
      .$call(sameClinic('imageId', 'image')),
  )
}
