import { randomUUID } from 'node:crypto'
import { refuse } from '@talus/contract'
import type { CaseId, ClinicId, StudyReportId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { lockClinic, touchClinic } from '../../../db/listing/index.ts'
import type { FileStore, StoredFile } from '../../../files/index.ts'
import type { Clock } from '@talus/node-kit/clock'
import type { Archive } from '../../archive/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { findStudySubject } from '../../capture/index.ts'
import { queueReport } from '../../dicom-network/index.ts'
import { readWhole, toAsyncIterable } from '../../images/index.ts'
import { newUid } from '../../studies/index.ts'
import { removeFinished } from '../drafts/drafts.queries.ts'
import { findReportStudy } from '../report-study.queries.ts'
import type { ReportStudy } from '../report-study.queries.ts'
import { createReportObject } from './report-object.ts'
import type { Sources } from './report-object.ts'
import { addStoreJob } from './store-job.ts'
import * as versions from './versions.queries.ts'

export interface StoreDeps {
  readonly files: FileStore
  readonly archive: Archive
  readonly clock: Clock
}

/** A PDF that becomes the next version of the report of a study. */
export interface NewReport {
  readonly study: ReportStudy
  readonly fileName: string
  readonly isForeign: boolean
  readonly isVerified: boolean
  readonly sources: Sources
  /** JSON of the report; null for a foreign PDF. */
  readonly document: string | null
  readonly requestKey: string | null
  /** The number that is printed in the PDF; undefined for a foreign PDF, which prints none. */
  readonly printedVersion: number | undefined
  /** For the report of a radiologist: the case, and whether it names another animal. */
  readonly ofCase?: {
    readonly caseId: CaseId
    readonly caseVersion: number
    readonly namesOtherPatient: boolean
  }
}

/** The study was moved to another patient than the one that is printed in a PDF. */
export class StudyMovedError extends Error {}

const isStillOf = async (db: ClinicDb, { id, patientDatabaseId }: ReportStudy) =>
  (await findReportStudy(db, id)).patientDatabaseId === patientDatabaseId

/** Another version got the number that is printed in a PDF, which has to be made again. */
export class VersionTakenError extends Error {}

export const pdfFolder = 'reports'

/** Keys contain the day, as those of images do. */
export const createPdfKey = (clinicId: ClinicId, now: Date) =>
  `${pdfFolder}/${clinicId}/${now.toISOString().slice(0, 10)}/${randomUUID()}.pdf`

/**
 * Reserves the version number of a PDF whose file is stored. From here on the version exists: if the
 * server dies, a job stores its DICOM object. The same request, and the same bytes, get the version
 * that they got before.
 */
async function reserve(
  change: ChangeContext,
  { key, sha256, byteLength }: StoredFile,
  { study, printedVersion, ofCase, ...report }: NewReport,
): Promise<StudyReportId> {
  const { actor, clock } = change
  const { id: studyId, clinicId } = study
  return change.db.transaction(async (db) => {
    await lockClinic(db.unscopedDb, clinicId)
    // The study may have been moved while the PDF was made, which prints the former patient.
    if (printedVersion !== undefined && !(await isStillOf(db, study))) throw new StudyMovedError()
    const known =
      report.requestKey === null
        ? await versions.findByHash(db, studyId, sha256)
        : await versions.findByKey(db, clinicId, report.requestKey)
    if (known) return known.id
    const version = (await versions.findLastVersion(db, studyId)) + 1
    if (printedVersion !== undefined && printedVersion !== version) throw new VersionTakenError()
    const { id } = await versions.insert(db, {
      ...report,
      ...ofCase,
      studyId,
      clinicId,
      userId: actor.id,
      sources: JSON.stringify(report.sources),
      filePath: key,
      sha256,
      byteLength,
      version,
      sopInstanceUID: newUid(),
      imageId: null,
      patientDatabaseId: study.patientDatabaseId,
      createdOn: clock().toISOString(),
    })
    await addStoreJob(db.unscopedDb, { reportId: id, clinicId }, clock)
    await recordAuditEvent(
      { ...change, db },
      {
        action: report.isForeign ? 'report.upload' : 'report.create',
        entityId: studyId,
        subject: study.patientName,
        clinicId,
        after: { version, fileName: report.fileName, sha256 },
      },
    )
    return id
  })
}

/** Stores the DICOM object of a version, unless it is stored already. */
export async function finish(
  { files, archive, clock }: StoreDeps,
  db: ClinicDb,
  id: StudyReportId,
  address = '',
): Promise<versions.ReportRow> {
  const row = (await versions.find(db, id)) ?? refuse('record/not-found')
  if (row.imageId !== null) return row
  const { studyId, clinicId, userId, version, filePath, sha256, byteLength } = row
  const subject = (await findStudySubject(db, studyId)) ?? refuse('record/not-found')
  const pdf = await readWhole(files, { filePath, sha256, byteLength })
  const earlier = await versions.findPredecessor(db, studyId, version)
  const chunks = createReportObject(row, pdf, { subject, predecessor: earlier?.sopInstanceUID })
  const { studyInstanceUID } = subject
  const { imageId } = await archive.storeOwn(toAsyncIterable([...chunks]), {
    clinicId,
    userId,
    studyInstanceUID,
  })
  await db.transaction(async (db) => {
    if (!(await versions.setImage(db, id, imageId))) return
    const actor = { id: userId, username: row.username }
    await queueReport({ db, clock, actor, address }, { id: studyId, clinicId }, imageId)
    if (!row.isForeign) await removeFinished(db, row)
    // Open lists show the number of reports.
    await touchClinic(db.unscopedDb, clinicId)
  })
  return { ...row, imageId }
}

/** Stores a PDF as the next version; its file is removed if the version existed before. */
export async function storeReport(
  deps: StoreDeps,
  change: ChangeContext,
  file: StoredFile,
  report: NewReport,
): Promise<versions.ReportRow> {
  const removeFile = () => deps.files.remove(file.key).catch(() => undefined)
  let id
  try {
    id = await reserve(change, file, report)
  } catch (error) {
    await removeFile()
    throw error
  }
  const row = await finish(deps, change.db, id, change.address)
  if (row.filePath !== file.key) await removeFile()
  return row
}
