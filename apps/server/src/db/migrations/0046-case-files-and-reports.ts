import {
  flag,
  mayReference,
  references,
  required,
  sameClinic,
  withDefault,
} from '../schema-builder.ts'
import type { SchemaBuilder } from '../schema-builder.ts'

/**
 * The content of attached files, tickets that open one of them once, the PDFs of the versions of
 * case reports, and the signatures of users.
 */
export async function caseFilesAndReports({
  db,
  table,
  tableWithId,
  index,
  unique,
}: SchemaBuilder) {
  const alter = () => db.schema.alterTable('caseFile')
  // Empty for an image of the archive.
  await alter().addColumn('mediaType', 'text', withDefault('')).execute()
  await alter().addColumn('byteLength', 'integer', withDefault(0)).execute()
  await alter().addColumn('sha256', 'text', withDefault('')).execute()
  await alter().addColumn('isShown', 'boolean', flag(false)).execute()
  await alter().addColumn('userId', 'bigint', mayReference('user')).execute()
  await unique('caseFile', 'clinicId', 'id')
  await index('caseFile', 'imageId')

  await table('caseFileTicket', (ticket) =>
    ticket
      .addColumn('tokenHash', 'text', (hash) => hash.primaryKey())
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('caseId', 'bigint', references('radCase', 'cascade'))
      // Null for a report, whose PDF is at the path.
      .addColumn('caseFileId', 'bigint')
      .addColumn('filePath', 'text')
      .addColumn('fileName', 'text', required)
      .addColumn('userId', 'bigint', references('user', 'cascade'))
      // Whether the user reaches the file as the radiologist of its case.
      .addColumn('isForRadiologist', 'boolean', required)
      .addColumn('expiresOn', 'text', required)
      .$call(sameClinic('caseFileId', 'caseFile')),
  )
  await index('caseFileTicket', 'expiresOn')

  await tableWithId('caseReport', (report) =>
    report
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('caseId', 'bigint', references('radCase'))
      .addColumn('version', 'integer', required)
      .addColumn('fileName', 'text', required)
      .addColumn('filePath', 'text', required)
      .addColumn('sha256', 'text', required)
      .addColumn('byteLength', 'integer', required)
      .addColumn('createdOn', 'text', required),
  )
  await unique('caseReport', 'caseId', 'version')

  await table('userSignature', (signature) =>
    signature
      .addColumn('userId', 'bigint', (user) =>
        user.primaryKey().references('user.id').onDelete('cascade'),
      )
      .addColumn('title', 'text', required)
      .addColumn('licence', 'text', required)
      .addColumn('filePath', 'text')
      .addColumn('sha256', 'text', withDefault(''))
      .addColumn('byteLength', 'integer', withDefault(0))
      .addColumn('changedOn', 'text', required),
  )
}
