import { refuse } from '@talus/contract'
import type { ChangeContext } from '../../audit/index.ts'
import { hashDataSet } from '../records/file-content.ts'
import { resolveFile } from '../records/insert-records.ts'
import { replaceFile } from '../records/replace-file.queries.ts'
import { markDecided } from './file-entry.ts'
import type { Filing } from './file-entry.ts'
import type { PrepareDeps, PreparedFile } from './prepare-file.ts'
import { getKeptUntil } from './retention.ts'
import * as entries from './tray-entries.queries.ts'

/**
 * Replaces the file of an image by the received one. The previous file becomes a discarded entry,
 * from which it can be recovered.
 */
export async function replaceImage(
  { files }: PrepareDeps,
  change: ChangeContext,
  prepared: PreparedFile,
  filing: Filing,
): Promise<Filing> {
  const { db, actor, clock } = change
  const { entry, reading, file } = prepared
  const { clinicId, userId } = entry
  const image = await entries.findImageByUid(db, entry.sopInstanceUID)
  if (!image || image.isDeleted) refuse('tray/changed')
  const now = clock()
  const { values } = await resolveFile(db, { clinicId, userId, reading, file, expected: {} }, now)
  const { filePath: previousPath, sha256, byteLength } = image
  const previousContent = await hashDataSet(files, previousPath)
  // The same images are sent again, because other systems have the previous content.
  const after = { ...values.image, ...file, isAutoSent: false }
  const { json } = reading
  const replacement = { previousPath, previousContent, change: after, json }
  if (!(await replaceFile(db, image.id, replacement))) refuse('tray/changed')
  const {
    id: _id,
    recordNumber: _number,
    recordIssuer: _issuer,
    recordName: _name,
    recordBirthDate: _birthDate,
    recordSpeciesId: _speciesId,
    recordOwner: _owner,
    recordStatus: _status,
    recordMergedIntoId: _mergedInto,
    recordStudyPatientId: _studyPatient,
    recordStudyUID: _studyUID,
    recordStudyDate: _studyDate,
    recordModality: _modality,
    recordSopUID: _sopUID,
    decidedByName: _decidedBy,
    ...columns
  } = entry
  await entries.insertDiscarded(db, {
    ...columns,
    receivedOn: now.toISOString(),
    filePath: previousPath,
    sha256,
    byteLength,
    decision: 'discard',
    decidedOn: now.toISOString(),
    decidedBy: actor.id,
    decisionReason: '',
    keptUntil: getKeptUntil(now),
  })
  await markDecided(change, prepared, filing.decision, image.id)
  return { ...filing, studyId: image.studyId }
}
