import { isUndoable, limits, StatedSpeciesId } from '@talus/contract'
import type { TrayField, TrayGroup, TrayRecord, TrayState } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { isGeneratedNumber } from '../../images/index.ts'
import { findContradictions } from '../records/compare-identity.ts'
import type { PatientIdentity } from '../records/compare-identity.ts'
import { getUndoableSince } from './retention.ts'
import * as entries from './tray-entries.queries.ts'
import type { TrayEntry } from './tray-entries.queries.ts'

const shownMax = 12

/** Files of one study with the same claims and reason are one row: a CT has hundreds of slices. */
export async function listGroups(db: ClinicDb, state: TrayState, now: Date) {
  const found = await listEntries(db, state, now)
  const pictures = countPictures(found)
  const ranks = new Map<string, number>()
  const groups = new Map<string, TrayEntry[]>()
  for (const entry of found) {
    const rank = ranks.get(toPictureKey(entry)) ?? 0
    ranks.set(toPictureKey(entry), rank + 1)
    // The first pictures of all images of a study are one question, the second ones another.
    const part = entry.reason === 'content-differs' ? rank : 0
    const key = `${entry.clinicId} ${entry.groupKey} ${entry.decidedOn ?? ''} ${part}`
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return [...groups.values()].slice(0, limits.trayGroups).map((group) => toGroup(group, pictures))
}

function listEntries(db: ClinicDb, state: TrayState, now: Date) {
  if (state === 'waiting') return entries.listWaiting(db)
  if (state === 'discarded') return entries.listDiscarded(db)
  return entries.listDecided(db, getUndoableSince(now))
}

const toPictureKey = ({ clinicId, sopInstanceUID, decidedOn }: TrayEntry) =>
  `${clinicId} ${sopInstanceUID} ${decidedOn ?? ''}`

/** The number of different pictures of each UID that differ from an image on file. */
function countPictures(found: readonly TrayEntry[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const entry of found)
    if (entry.reason === 'content-differs' && entry.decision === null)
      counts.set(toPictureKey(entry), (counts.get(toPictureKey(entry)) ?? 0) + 1)
  return counts
}

function toGroup(group: readonly TrayEntry[], pictures: ReadonlyMap<string, number>): TrayGroup {
  const [entry] = group
  if (!entry) throw new Error('a group has at least one entry')
  const record = toRecord(entry)
  return {
    id: entry.id,
    clinicId: entry.clinicId,
    entryIds: group.slice(0, limits.trayFilesPerSender).map(({ id }) => id),
    shownIds: group
      .filter(({ hasPixels }) => hasPixels)
      .slice(0, shownMax)
      .map(({ id }) => id),
    reason: entry.reason,
    sender: { kind: entry.senderKind, name: entry.senderName, address: entry.senderAddress },
    receivedOn: entry.receivedOn,
    claim: {
      patientId: entry.patientId,
      issuer: entry.issuer,
      name: entry.name,
      owner: entry.owner,
      birthDate: entry.birthDate,
      speciesId: toSpeciesId(entry.speciesId),
      studyInstanceUID: entry.studyInstanceUID,
      sopInstanceUID: entry.sopInstanceUID,
      modality: entry.modality,
      studyDate: entry.studyDate,
    },
    record,
    differing: record ? findDiffering(entry, record) : [],
    decision: toDecision(entry),
    filed: toFiled(entry),
    others: Math.max(0, (pictures.get(toPictureKey(entry)) ?? 1) - 1),
  }
}

function findDiffering(entry: TrayEntry, record: TrayRecord): TrayField[] {
  const fields = findContradictions(toClaim(entry), toRecordIdentity(entry))
  // Only the image on file belongs to its study; an animal has many.
  const isOtherStudy = record.imageId !== null && record.studyInstanceUID !== entry.studyInstanceUID
  return isOtherStudy ? [...fields, 'studyInstanceUID'] : fields
}

const toSpeciesId = (id: number | null) => (id === null ? null : StatedSpeciesId.parse(id))

/**
 * The claims of the file about its patient. An entry of an earlier version can have an ID that another
 * clinic generated.
 */
export const toClaim = (entry: TrayEntry): PatientIdentity => ({
  number: isGeneratedNumber(entry.patientId) ? '' : entry.patientId,
  issuer: entry.issuer,
  name: entry.name,
  owner: entry.owner,
  birthDate: entry.birthDate,
  speciesId: entry.speciesId,
})

const toRecordIdentity = (entry: TrayEntry): PatientIdentity => ({
  number: entry.recordNumber ?? '',
  issuer: entry.recordIssuer ?? '',
  name: entry.recordName ?? '',
  owner: entry.recordOwner ?? '',
  birthDate: entry.recordBirthDate,
  speciesId: entry.recordSpeciesId,
})

function toRecord(entry: TrayEntry): TrayRecord | null {
  if (entry.recordPatientId === null) return null
  const { number, speciesId, ...identity } = toRecordIdentity(entry)
  return {
    ...identity,
    patientId: number,
    speciesId: toSpeciesId(speciesId),
    studyInstanceUID: entry.recordStudyUID ?? '',
    sopInstanceUID: entry.recordSopUID ?? '',
    modality: entry.recordModality ?? '',
    studyDate: entry.recordStudyDate,
    patientDatabaseId: entry.recordPatientId,
    isActive: entry.recordStatus === 'Active',
    studyId: entry.recordStudyId,
    imageId: entry.recordImageId,
  }
}

function toFiled({
  decision,
  filedStudyId,
  filedName,
  filedNumber,
}: TrayEntry): TrayGroup['filed'] {
  if (!isUndoable(decision) || filedStudyId === null) return null
  return { studyId: filedStudyId, patientName: filedName ?? '', patientId: filedNumber ?? '' }
}

function toDecision(entry: TrayEntry): TrayGroup['decision'] {
  const { decision, decidedOn, decidedByName, decisionReason, keptUntil } = entry
  if (decision === null || decidedOn === null) return null
  return {
    kind: decision,
    by: decidedByName ?? '',
    on: decidedOn,
    reason: decisionReason,
    keptUntil,
  }
}
