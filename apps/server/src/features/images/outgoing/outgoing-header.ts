import type { ImageId, StudyId } from '@talus/contract'
import { parseDicomJson } from '@talus/dicom'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { isOfOtherAnimal, readNumber } from './other-animal.ts'
import { findOutgoingChanges } from './outgoing-changes.ts'
import type { OutgoingChanges } from './outgoing-changes.ts'
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
): Promise<ReadonlyMap<ImageId, OutgoingChanges>> {
  const changesOf = new Map<ImageId, OutgoingChanges>()
  for (const [studyId, ofStudy] of Map.groupBy(headers, (header) => header.studyId)) {
    const identity = await queries.findIdentity(db.unscopedDb, studyId)
    if (!identity) continue
    const replaced = await queries.listReplacements(db.unscopedDb, studyId)
    // A study has hundreds of slices with the same patient ID.
    const others = new Map<string, boolean>()
    for (const { id, sopInstanceUID, json } of ofStudy) {
      const header = parseDicomJson(json)
      const number = readNumber(header)
      const isOther =
        others.get(number) ??
        (await isOfOtherAnimal(db.unscopedDb, header, { ...identity, studyId }))
      others.set(number, isOther)
      const replacedOn = replaced.get(id) ?? null
      const changes = findOutgoingChanges(header, {
        ...identity,
        isOther,
        sopInstanceUID,
        replacedOn,
      })
      if (changes) changesOf.set(id, changes)
    }
  }
  return changesOf
}
