import type { ImageId, StudyId } from '@talus/contract'
import { parseDicomJson } from '@talus/dicom'
import type { Attributes } from '@talus/dicom'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { findOutgoingChanges } from './outgoing-changes.ts'
import * as queries from './outgoing.queries.ts'

interface StoredHeader {
  readonly id: ImageId
  readonly studyId: StudyId
  readonly sopInstanceUID: string
  /** The attributes of the stored file. */
  readonly json: string
}

/**
 * The changes of the attributes of images before they leave the clinic, by image; images that agree
 * with the records have none.
 */
export async function listOutgoingChanges(
  db: ClinicDb,
  headers: readonly StoredHeader[],
): Promise<ReadonlyMap<ImageId, Attributes>> {
  const changesOf = new Map<ImageId, Attributes>()
  for (const [studyId, ofStudy] of Map.groupBy(headers, (header) => header.studyId)) {
    const identity = await queries.findIdentity(db.unscopedDb, studyId)
    if (!identity) continue
    const replaced = await queries.listReplacements(db.unscopedDb, studyId)
    for (const { id, sopInstanceUID, json } of ofStudy) {
      const recorded = { ...identity, sopInstanceUID, replacedOn: replaced.get(id) ?? null }
      const changes = findOutgoingChanges(parseDicomJson(json), recorded)
      if (changes) changesOf.set(id, changes)
    }
  }
  return changesOf
}
