import { limits, SpeciesId } from '@talus/contract'
import type { TrayField, TrayGroup, TrayRecord } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { findContradictions } from '../records/compare-identity.ts'
import type { PatientIdentity } from '../records/compare-identity.ts'
import * as entries from './tray-entries.queries.ts'
import type { TrayEntry } from './tray-entries.queries.ts'

const shownMax = 12

/** Files of one study with the same claims and reason are one row: a CT has hundreds of slices. */
export async function listGroups(db: ClinicDb, state: 'waiting' | 'discarded') {
  const found = await (state === 'waiting' ? entries.listWaiting(db) : entries.listDiscarded(db))
  const groups = new Map<string, TrayEntry[]>()
  for (const entry of found) {
    const key = `${entry.clinicId} ${entry.groupKey} ${entry.decidedOn ?? ''}`
    const group = groups.get(key)
    if (group) group.push(entry)
    else groups.set(key, [entry])
  }
  return [...groups.values()].slice(0, limits.trayGroups).map(toGroup)
}

function toGroup(group: readonly TrayEntry[]): TrayGroup {
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
  }
}

function findDiffering(entry: TrayEntry, record: TrayRecord): TrayField[] {
  const fields = findContradictions(toClaim(entry), toRecordIdentity(entry))
  // Only the image on file belongs to its study; an animal has many.
  const isOtherStudy = record.imageId !== null && record.studyInstanceUID !== entry.studyInstanceUID
  return isOtherStudy ? [...fields, 'studyInstanceUID'] : fields
}

const toSpeciesId = (id: number | null) => (id === null ? null : SpeciesId.parse(id))

/** The claims of the file about its patient. */
export const toClaim = (entry: TrayEntry): PatientIdentity => ({
  number: entry.patientId,
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
