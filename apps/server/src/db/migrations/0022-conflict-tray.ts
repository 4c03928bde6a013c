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
 * The conflict tray: received files that could not be filed with certainty. The file is stored like
 * that of an image; a user decides about it.
 */
export async function conflictTray({ tableWithId, index }: SchemaBuilder) {
  await tableWithId('trayEntry', (entry) =>
    entry
      .addColumn('clinicId', 'bigint', references('clinic'))
      .addColumn('reason', 'text', required)
      // Entries with the same key are shown and decided as one.
      .addColumn('groupKey', 'text', required)
      .addColumn('receivedOn', 'text', required)
      .addColumn('userId', 'bigint', references('user'))
      .addColumn('senderKind', 'text', required)
      .addColumn('senderName', 'text', withDefault(''))
      .addColumn('senderAddress', 'text', withDefault(''))
      // Counted for the limit of a sender.
      .addColumn('senderKey', 'text', required)
      // The attributes of the file; empty if it cannot be read.
      .addColumn('patientId', 'text', withDefault(''))
      .addColumn('issuer', 'text', withDefault(''))
      .addColumn('name', 'text', withDefault(''))
      .addColumn('owner', 'text', withDefault(''))
      .addColumn('birthDate', 'text')
      .addColumn('speciesId', 'integer')
      .addColumn('studyInstanceUID', 'text', withDefault(''))
      .addColumn('sopInstanceUID', 'text', withDefault(''))
      .addColumn('modality', 'text', withDefault(''))
      .addColumn('studyDate', 'text')
      .addColumn('hasPixels', 'boolean', flag(false))
      .addColumn('filePath', 'text', required)
      .addColumn('sha256', 'text', required)
      .addColumn('byteLength', 'bigint', required)
      // The record that the server proposes or that contradicts the file.
      .addColumn('recordPatientId', 'bigint')
      .addColumn('recordStudyId', 'bigint')
      .addColumn('recordImageId', 'bigint')
      .addColumn('decision', 'text')
      .addColumn('decidedOn', 'text')
      .addColumn('decidedBy', 'bigint', mayReference('user'))
      .addColumn('decisionReason', 'text', withDefault(''))
      // The image that the file became.
      .addColumn('imageId', 'bigint')
      .addColumn('keptUntil', 'text')
      .addColumn('isFileRemoved', 'boolean', flag(false))
      .$call(sameClinic('recordPatientId', 'patient'))
      .$call(sameClinic('recordStudyId', 'study'))
      .$call(sameClinic('recordImageId', 'image'))
      .$call(sameClinic('imageId', 'image')),
  )
  await index('trayEntry', 'clinicId', 'decision', 'id')
  await index('trayEntry', 'clinicId', 'senderKey', 'decision')
  await index('trayEntry', 'clinicId', 'sha256')
  await index('trayEntry', 'filePath')
  await index('trayEntry', 'keptUntil')
}
