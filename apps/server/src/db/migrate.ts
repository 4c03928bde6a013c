import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Migration } from 'kysely/migration'
import { clinicsAndUsers } from './migrations/0001-clinics-and-users.ts'
import { sessionsAndJobs } from './migrations/0002-sessions-and-jobs.ts'
import { patientsAndStudies } from './migrations/0003-patients-and-studies.ts'
import { imagesAndDevices } from './migrations/0004-images-and-devices.ts'
import { cases } from './migrations/0005-cases.ts'
import { audit } from './migrations/0006-audit.ts'
import { connectionTests } from './migrations/0007-connection-tests.ts'
import { searchableLists } from './migrations/0008-searchable-lists.ts'
import { registrationAndLists } from './migrations/0009-registration-and-lists.ts'
import { patientSortKeys } from './migrations/0010-patient-sort-keys.ts'
import { archiveAndNetwork } from './migrations/0011-archive-and-network.ts'
import { capture } from './migrations/0012-capture.ts'
import { replacedInstances } from './migrations/0013-replaced-instances.ts'
import { protocolsAndRejects } from './migrations/0014-protocols-and-rejects.ts'
import { processingPreset } from './migrations/0015-processing-preset.ts'
import { bridges } from './migrations/0018-bridges.ts'
import { imageFaults } from './migrations/0019-image-faults.ts'
import { exposureLog } from './migrations/0020-exposure-log.ts'
import { annotationCorrections } from './migrations/0021-annotation-corrections.ts'
import { conflictTray } from './migrations/0022-conflict-tray.ts'
import { patientIdentifiers } from './migrations/0023-patient-identifiers.ts'
import { correctedImages } from './migrations/0024-corrected-images.ts'
import { reassignments } from './migrations/0025-reassignments.ts'
import { knownAddresses } from './migrations/0026-known-addresses.ts'
import { devicesAndServiceAccounts } from './migrations/0027-devices-and-service-accounts.ts'
import { auditIndexes } from './migrations/0028-audit-indexes.ts'
import { sessionDetails } from './migrations/0029-session-details.ts'
import { secondFactors } from './migrations/0030-second-factors.ts'
import { mergedRecords } from './migrations/0031-merged-records.ts'
import { trayContent } from './migrations/0032-tray-content.ts'
import { pendingReceipts } from './migrations/0033-pending-receipts.ts'
import { drawingAuthors } from './migrations/0034-drawing-authors.ts'
import { hangingProtocols } from './migrations/0035-hanging-protocols.ts'
import { documentTickets } from './migrations/0036-document-tickets.ts'
import { nameGroups } from './migrations/0037-name-groups.ts'
import { rememberedNumbers } from './migrations/0038-remembered-numbers.ts'
import { sentReports } from './migrations/0039-sent-reports.ts'
import { frenchBreedKeys } from './migrations/0040-french-breed-keys.ts'
import { reportDrafts } from './migrations/0041-report-drafts.ts'
import { reportVersions } from './migrations/0042-report-versions.ts'
import { reportTexts } from './migrations/0043-report-texts.ts'
import { receivedSides } from './migrations/0044-received-sides.ts'
import { consultCases } from './migrations/0045-consult-cases.ts'
import { caseFilesAndReports } from './migrations/0046-case-files-and-reports.ts'
import { caseMacrosAndRevisions } from './migrations/0047-case-macros-and-revisions.ts'
import { importNotes } from './migrations/0048-import-notes.ts'
import { criticalFindings } from './migrations/0049-critical-findings.ts'
import { slices } from './migrations/0050-slices.ts'
import { unpublishedCaseFiles } from './migrations/0051-unpublished-case-files.ts'
import { caseListIndexes } from './migrations/0052-case-list-indexes.ts'
import { setUp } from './migrations/0053-set-up.ts'
import { backups } from './migrations/0054-backups.ts'
import { sharedByServers } from './migrations/0055-shared-by-servers.ts'
import { compressedImages } from './migrations/0056-compressed-images.ts'
import { backupTargets } from './migrations/0057-backup-targets.ts'
import { attemptsByCertificate } from './migrations/0058-attempts-by-certificate.ts'
import { backupsOnTheDataDisk } from './migrations/0059-backups-on-the-data-disk.ts'
import { patientsOfDrafts } from './migrations/0060-patients-of-drafts.ts'
import { createSchemaBuilder } from './schema-builder.ts'
import type { Engine, MigrationDb, SchemaBuilder } from './schema-builder.ts'
import type { Database } from './tables.ts'

/** The migrations in order. Never change one that has been released: add the next one. */
const migrations: Readonly<Record<string, (schema: SchemaBuilder) => Promise<void>>> = {
  '0001-clinics-and-users': clinicsAndUsers,
  '0002-sessions-and-jobs': sessionsAndJobs,
  '0003-patients-and-studies': patientsAndStudies,
  '0004-images-and-devices': imagesAndDevices,
  '0005-cases': cases,
  '0006-audit': audit,
  '0007-connection-tests': connectionTests,
  '0008-searchable-lists': searchableLists,
  '0009-registration-and-lists': registrationAndLists,
  '0010-patient-sort-keys': patientSortKeys,
  '0011-archive-and-network': archiveAndNetwork,
  '0012-capture': capture,
  '0013-replaced-instances': replacedInstances,
  '0014-protocols-and-rejects': protocolsAndRejects,
  '0015-processing-preset': processingPreset,
  '0018-bridges': bridges,
  '0019-image-faults': imageFaults,
  '0020-exposure-log': exposureLog,
  '0021-annotation-corrections': annotationCorrections,
  '0022-conflict-tray': conflictTray,
  '0023-patient-identifiers': patientIdentifiers,
  '0024-corrected-images': correctedImages,
  '0025-reassignments': reassignments,
  '0026-known-addresses': knownAddresses,
  '0027-devices-and-service-accounts': devicesAndServiceAccounts,
  '0028-audit-indexes': auditIndexes,
  '0029-session-details': sessionDetails,
  '0030-second-factors': secondFactors,
  '0031-merged-records': mergedRecords,
  '0032-tray-content': trayContent,
  '0033-pending-receipts': pendingReceipts,
  '0034-drawing-authors': drawingAuthors,
  '0035-hanging-protocols': hangingProtocols,
  '0036-document-tickets': documentTickets,
  '0037-name-groups': nameGroups,
  '0038-remembered-numbers': rememberedNumbers,
  '0039-sent-reports': sentReports,
  '0040-french-breed-keys': frenchBreedKeys,
  '0041-report-drafts': reportDrafts,
  '0042-report-versions': reportVersions,
  '0043-report-texts': reportTexts,
  '0044-received-sides': receivedSides,
  '0045-consult-cases': consultCases,
  '0046-case-files-and-reports': caseFilesAndReports,
  '0047-case-macros-and-revisions': caseMacrosAndRevisions,
  '0048-import-notes': importNotes,
  '0049-critical-findings': criticalFindings,
  '0050-slices': slices,
  '0051-unpublished-case-files': unpublishedCaseFiles,
  '0052-case-list-indexes': caseListIndexes,
  '0053-set-up': setUp,
  '0054-backups': backups,
  '0055-shared-by-servers': sharedByServers,
  '0056-compressed-images': compressedImages,
  '0057-backup-targets': backupTargets,
  '0058-attempts-by-certificate': attemptsByCertificate,
  '0059-backups-on-the-data-disk': backupsOnTheDataDisk,
  '0060-patients-of-drafts': patientsOfDrafts,
}

const createProvider = (engine: Engine) => ({
  getMigrations: async () =>
    Object.fromEntries(
      Object.entries(migrations).map(([name, up]): [string, Migration] => [
        name,
        { up: (db: MigrationDb) => up(createSchemaBuilder(db, engine)) },
      ]),
    ),
})

/** For tests of a migration: the schema as it was after the named one. */
export async function migrateTo(
  unscopedDb: Kysely<Database>,
  engine: Engine,
  name: keyof typeof migrations,
): Promise<void> {
  const migrator = new Migrator({ db: unscopedDb, provider: createProvider(engine) })
  const { error } = await migrator.migrateTo(name)
  if (error !== undefined) throw new Error('The migration failed.', { cause: error })
}

/** PostgreSQL's code for a table that does not exist; SQLite has a message only. */
const isMissingTable = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && error.code === '42P01') || error.message.startsWith('no such table'))

/**
 * True if exactly the migrations of this version have run. The Migrator reads the columns of every
 * table twice before it compares the same names, which took half the time of opening a database.
 */
async function isUpToDate(unscopedDb: Kysely<Database>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
      unscopedDb,
    )
    const executed = new Set(rows.map(({ name }) => name))
    const names = Object.keys(migrations)
    return executed.size === names.length && names.every((name) => executed.has(name))
  } catch (error) {
    if (isMissingTable(error)) return false
    throw error
  }
}

export async function migrateToLatest(unscopedDb: Kysely<Database>, engine: Engine): Promise<void> {
  const error = await runMigrations(unscopedDb, engine)
  if (error === undefined) return
  if (error instanceof Error && /previously executed migration .* is missing/u.test(error.message))
    throw new Error(
      'This database was made by a newer version of Talus. Start that version, or restore a backup.',
      { cause: error },
    )
  throw new Error('The database could not be brought up to date.', { cause: error })
}

/** Returns the error that kept the migrations from running. */
async function runMigrations(unscopedDb: Kysely<Database>, engine: Engine): Promise<unknown> {
  try {
    if (await isUpToDate(unscopedDb)) return undefined
  } catch (error) {
    return error
  }
  const migrator = new Migrator({ db: unscopedDb, provider: createProvider(engine) })
  return (await migrator.migrateToLatest()).error
}
