import { limits, undoableDecisions } from '@talus/contract'
import type { ImageId, Instant, PatientId, TrayEntryId } from '@talus/contract'
import type { Insertable, Updateable } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { TrayEntryTable } from '../../../db/tray-tables.ts'
import { findRemainingPatient } from '../../patients/index.ts'

/** An entry with the records to which it refers and the user who decided about it. */
const selectEntries = (db: ClinicDb) =>
  db
    .selectFrom('trayEntry')
    .leftJoin('patient', 'patient.id', 'trayEntry.recordPatientId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .leftJoin('study', 'study.id', 'trayEntry.recordStudyId')
    .leftJoin('image', 'image.id', 'trayEntry.recordImageId')
    .leftJoin('user', 'user.id', 'trayEntry.decidedBy')
    .leftJoin('image as filedImage', 'filedImage.id', 'trayEntry.imageId')
    .leftJoin('study as filedStudy', 'filedStudy.id', 'filedImage.studyId')
    .leftJoin('patient as filedPatient', 'filedPatient.id', 'filedStudy.patientId')
    .selectAll('trayEntry')
    .select([
      'patient.patientId as recordNumber',
      'patient.issuer as recordIssuer',
      'patient.name as recordName',
      'patient.birthDate as recordBirthDate',
      'patient.speciesId as recordSpeciesId',
      'patient.status as recordStatus',
      'patient.mergedIntoId as recordMergedIntoId',
      'owner.name as recordOwner',
      'study.studyInstanceUID as recordStudyUID',
      'study.patientId as recordStudyPatientId',
      'study.createdOn as recordStudyDate',
      'study.modality as recordModality',
      'image.sopInstanceUID as recordSopUID',
      'user.username as decidedByName',
      'filedStudy.id as filedStudyId',
      'filedPatient.name as filedName',
      'filedPatient.patientId as filedNumber',
    ])

/** Oldest first: what has waited longest comes first. */
export const listWaiting = async (db: ClinicDb) =>
  withCurrentPatients(
    db,
    await selectEntries(db)
      .where('trayEntry.decision', 'is', null)
      .orderBy('trayEntry.id')
      .limit(limits.trayFilesPerClinic)
      .execute(),
  )

export const listDiscarded = async (db: ClinicDb) =>
  withCurrentPatients(
    db,
    await selectEntries(db)
      .where('trayEntry.decision', '=', 'discard')
      .where('trayEntry.isFileRemoved', '=', false)
      .orderBy('trayEntry.id', 'desc')
      .limit(limits.trayFilesPerSender)
      .execute(),
  )

/** The decisions that filed images since a moment, the newest first. */
export const listDecided = async (db: ClinicDb, since: Instant) =>
  withCurrentPatients(
    db,
    await selectEntries(db)
      .where('trayEntry.decision', 'in', undoableDecisions)
      .where('trayEntry.isFileRemoved', '=', false)
      .where('trayEntry.decidedOn', '>=', since)
      .orderBy('trayEntry.decidedOn', 'desc')
      .orderBy('trayEntry.id', 'desc')
      .limit(limits.trayFilesPerSender)
      .execute(),
  )

const idsPerQuery = 500

export async function findEntries(db: ClinicDb, ids: readonly TrayEntryId[]) {
  const entries: TrayEntry[] = []
  for (let at = 0; at < ids.length; at += idsPerQuery)
    entries.push(
      ...(await selectEntries(db)
        .where('trayEntry.id', 'in', ids.slice(at, at + idsPerQuery))
        .orderBy('trayEntry.id')
        .execute()),
    )
  return withCurrentPatients(db, entries)
}
export type TrayEntry = Awaited<ReturnType<ReturnType<typeof selectEntries>['execute']>>[number]

/**
 * The patient of an entry may have been merged since the file arrived, and its study may have been
 * moved. The entries then refer to the patient that remains, or that the study belongs to now.
 */
async function withCurrentPatients(
  db: ClinicDb,
  found: readonly TrayEntry[],
): Promise<readonly TrayEntry[]> {
  const current = new Map<PatientId, Awaited<ReturnType<typeof findCurrent>>>()
  const entries: TrayEntry[] = []
  for (const entry of found) {
    const { recordPatientId, recordStudyPatientId, recordMergedIntoId } = entry
    const id = recordStudyPatientId ?? recordPatientId
    if (id === null || (id === recordPatientId && recordMergedIntoId === null)) {
      entries.push(entry)
      continue
    }
    const patient = current.get(id) ?? (await findCurrent(db, id))
    current.set(id, patient)
    entries.push({ ...entry, ...patient })
  }
  return entries
}

async function findCurrent(db: ClinicDb, id: PatientId) {
  const patient = await findPatient(db, await findRemainingPatient(db, id))
  if (!patient) return {}
  return {
    recordPatientId: patient.id,
    recordNumber: patient.number,
    recordIssuer: patient.issuer,
    recordName: patient.name,
    recordBirthDate: patient.birthDate,
    recordSpeciesId: patient.speciesId,
    recordOwner: patient.owner,
    recordStatus: patient.status,
    recordMergedIntoId: patient.mergedIntoId,
  }
}

export const update = (db: ClinicDb, id: TrayEntryId, change: Updateable<TrayEntryTable>) =>
  db.updateTable('trayEntry').set(change).where('trayEntry.id', '=', id).execute()

export const insert = (db: ClinicDb, entry: Insertable<TrayEntryTable>) =>
  db.insertInto('trayEntry', entry).execute()

/** The columns of an entry without its id, for an entry that is like it. */
export function toColumns(entry: TrayEntry) {
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
    filedStudyId: _filedStudy,
    filedName: _filedName,
    filedNumber: _filedNumber,
    ...columns
  } = entry
  return columns
}

export const findPatient = (db: ClinicDb, id: PatientId) =>
  db
    .selectFrom('patient')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .select([
      'patient.id',
      'patient.clinicId',
      'patient.patientId as number',
      'patient.issuer',
      'patient.name',
      'patient.birthDate',
      'patient.speciesId',
      'patient.status',
      'patient.mergedIntoId',
      'owner.name as owner',
    ])
    .where('patient.id', '=', id)
    .executeTakeFirst()

export const findStudyByUid = (db: ClinicDb, studyInstanceUID: string) =>
  db
    .selectFrom('study')
    .select(['study.id', 'study.patientId', 'study.isDeleted'])
    .where('study.studyInstanceUID', '=', studyInstanceUID)
    .executeTakeFirst()

export const findImageByUid = (db: ClinicDb, sopInstanceUID: string) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .select(['image.id', 'image.studyId', 'image.filePath', 'image.sha256', 'image.byteLength'])
    .select(['study.isDeleted', 'study.studyInstanceUID', 'study.patientId'])
    .select('image.seriesInstanceUID')
    .where('image.sopInstanceUID', '=', sopInstanceUID)
    .executeTakeFirst()

/** An image that is to be replaced, with its study and patient. */
export const findReplaced = (db: ClinicDb, id: ImageId) =>
  db
    .selectFrom('image')
    .innerJoin('study', 'study.id', 'image.studyId')
    .innerJoin('patient', 'patient.id', 'study.patientId')
    .leftJoin('owner', 'owner.id', 'patient.ownerId')
    .select(['image.id', 'image.studyId', 'image.filePath', 'image.sha256', 'image.byteLength'])
    .select(['image.sopInstanceUID', 'image.seriesInstanceUID'])
    .select(['study.isDeleted', 'study.studyInstanceUID', 'study.patientId'])
    .select(['patient.patientId as number', 'patient.issuer', 'patient.name'])
    .select(['patient.birthDate', 'patient.speciesId', 'owner.name as owner'])
    .where('image.id', '=', id)
    .executeTakeFirst()
export type ReplacedImage = NonNullable<Awaited<ReturnType<typeof findReplaced>>>

/** Entries whose file may be removed now; a few at a time. */
export const listExpired = (unscopedDb: UnscopedDb, now: string) =>
  unscopedDb
    .selectFrom('trayEntry')
    .select(['trayEntry.id', 'trayEntry.filePath'])
    .where('trayEntry.keptUntil', '<', now)
    .where('trayEntry.isFileRemoved', '=', false)
    .limit(idsPerQuery)
    .execute()

/** Whether an image has this file, or had it before a correction. */
export const isFileOfImage = async (unscopedDb: UnscopedDb, filePath: string) =>
  (await unscopedDb
    .selectFrom('image')
    .select('image.id')
    .where('image.filePath', '=', filePath)
    .union(
      unscopedDb
        .selectFrom('replacedInstance')
        .select('replacedInstance.imageId as id')
        .where('replacedInstance.filePath', '=', filePath),
    )
    .executeTakeFirst()) !== undefined

export const setFileRemoved = (unscopedDb: UnscopedDb, id: TrayEntryId) =>
  unscopedDb
    .updateTable('trayEntry')
    .set({ isFileRemoved: true })
    .where('trayEntry.id', '=', id)
    .execute()
