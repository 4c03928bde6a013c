import { randomBytes } from 'node:crypto'
import { formatCaseReportNumber, limits, noFlags, Refusal, refuse } from '@talus/contract'
import type { CaseFindings, CaseId, ClinicId, CriticalFinding, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { getTranslator } from '../../../http/translations.ts'
import { WorkerFault } from '../../../workers/index.ts'
import { readWhole, toSafeName } from '../../images/index.ts'
import {
  createPdfKey,
  findReportStudy,
  formatAuthor,
  readLogo,
  storeReport,
} from '../../reports/index.ts'
import type { StoreDeps } from '../../reports/index.ts'
import { listFindings } from '../stored/critical-findings.ts'
import { loadSignature } from '../signature/signature.service.ts'
import * as queries from './case-report.queries.ts'
import type { ReportedCase, StoredCaseReport, VersionTexts } from './case-report.queries.ts'
import { composeCaseReport } from './compose-report.ts'
import { compareIdentity } from '../stored/registered-patient.ts'
import { listShownImages } from '../stored/case-images.queries.ts'
import { loadCasePictures } from './load-pictures.ts'
import type { PictureDeps } from './load-pictures.ts'

export interface CaseReportDeps extends StoreDeps, PictureDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
}

/** A version of the report of a case, which exists as texts. */
export interface ReportVersion {
  readonly caseId: CaseId
  readonly clinicId: ClinicId
  readonly version: number
}

async function print(
  deps: CaseReportDeps,
  db: ClinicDb,
  content: {
    readonly radCase: ReportedCase
    readonly versions: readonly VersionTexts[]
    readonly criticalFindings: readonly CriticalFinding[]
    readonly authorId: UserId
    readonly isPreview: boolean
    readonly signal: AbortSignal
  },
) {
  const { radCase, authorId, signal } = content
  const { language, clinicId } = radCase
  const loaded = await loadCasePictures(deps, db, radCase, {
    translate: getTranslator(language),
    readerId: content.isPreview ? authorId : null,
    signal,
  })
  const author = formatAuthor(await queries.findUser(deps.unscopedDb, authorId))
  const signature = await loadSignature(deps.files, deps.unscopedDb, authorId)
  const now = deps.clock()
  const { report, surroundings, title } = composeCaseReport({
    ...content,
    pictures: loaded.pictures,
    pictureCount: loaded.pictureCount,
    attachments: loaded.attachments,
    signer: { ...signature, name: author },
    logo: await readLogo(deps.files, db, clinicId),
    now,
  })
  const pdf = await deps.reportPool
    .createCasePdf({
      ...surroundings,
      report,
      info: {
        title,
        author,
        subject: title,
        language,
        createdAt: now.toISOString(),
        fileId: randomBytes(16).toString('hex'),
      },
    })
    .catch((error: unknown) => {
      if (!(error instanceof WorkerFault)) throw error
      deps.log.warn({ err: error }, 'PDF of a case not made')
      return refuse('report/not-made')
    })
  return pdf
}

const createFileName = ({ id, patientName }: ReportedCase, version: number) =>
  toSafeName(
    [formatCaseReportNumber(id), patientName, version > 1 ? `v${version}` : '']
      .filter(Boolean)
      .join(' ')
      .slice(0, limits.textMax - 4) + '.pdf',
  )

/** Stores a PDF once; of two attempts the second gets the file of the first. */
async function storeOnce(
  { files, clock }: CaseReportDeps,
  db: ClinicDb,
  { caseId, clinicId, version }: ReportVersion,
  { pdf, ...shown }: NewPdf,
): Promise<StoredCaseReport> {
  const { key, sha256, byteLength } = await files.put(createPdfKey(clinicId, clock()), pdf)
  const removeFile = () => files.remove(key).catch(() => undefined)
  try {
    const createdOn = clock().toISOString()
    const row = {
      caseId,
      clinicId,
      version,
      ...shown,
      filePath: key,
      sha256,
      byteLength,
      createdOn,
    }
    if (!(await queries.insertReport(db, row))) await removeFile()
  } catch (error) {
    await removeFile()
    throw error
  }
  const stored = await queries.findReport(db, caseId, version, shown.revision)
  return stored ?? refuse('report/not-made')
}

type NewPdf = Pick<
  StoredCaseReport,
  'revision' | 'fileName' | 'criticalOn' | 'acknowledgedOn' | 'criticalCount' | 'acknowledgedCount'
> & { readonly pdf: Uint8Array }

const findLastAcknowledgement = (findings: readonly CriticalFinding[]) =>
  findings
    .map(({ acknowledgedOn }) => acknowledgedOn)
    .filter((at) => at !== null)
    .toSorted()
    .at(-1) ?? null

/** How much of the critical findings a PDF shows. */
const countFindings = (findings: readonly CriticalFinding[]) => ({
  criticalCount: findings.length,
  acknowledgedCount: findings.filter(({ acknowledgedOn }) => acknowledgedOn !== null).length,
})

/**
 * Adds a stored PDF to the documents of the study, once; a case without a study, or with a deleted
 * one, has none.
 */
async function addToStudy(deps: CaseReportDeps, db: ClinicDb, report: StoredCaseReport) {
  const { caseId, clinicId, version, revision, fileName } = report
  const radCase = await queries.findReportedCase(db, caseId)
  const texts = (await queries.listTexts(db, caseId, version)).at(-1)
  if (!radCase || !texts || radCase.studyId === null) return
  const study = await findReportStudy(db, radCase.studyId).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  if (!study) return
  const { id, username } = await queries.findUser(deps.unscopedDb, texts.authorId)
  const actor = { id, username, clinicId: null, assignedClinicIds: [], flags: noFlags }
  // A copy: the file of a version of the study is removed if the version existed before.
  const pdf = await readWhole(deps.files, report)
  const stored = await deps.files.put(createPdfKey(clinicId, deps.clock()), pdf)
  const images = await listShownImages(db, caseId)
  await storeReport(deps, { db, actor, address: '', clock: deps.clock }, stored, {
    study,
    fileName,
    isForeign: false,
    isVerified: true,
    printedVersion: undefined,
    ofCase: {
      caseId,
      caseVersion: version,
      namesOtherPatient: compareIdentity(radCase).otherIdentity.length > 0,
    },
    sources: images.slice(0, limits.printedPicturesMax).map(({ sopClassUID, sopInstanceUID }) => ({
      sopClassUid: sopClassUID,
      sopInstanceUid: sopInstanceUID,
    })),
    document: null,
    requestKey: `case ${caseId} version ${version}${revision > 1 ? ` revision ${revision}` : ''}`,
  })
}

/**
 * Makes and stores the next PDF of a version: the first one, or one that shows a critical finding
 * which was reported or acknowledged since. The files before it stay as they are.
 */
async function makePdf(
  deps: CaseReportDeps,
  db: ClinicDb,
  { caseId, clinicId, version, revision }: ReportVersion & { readonly revision: number },
  signal: AbortSignal,
): Promise<StoredCaseReport> {
  const radCase = (await queries.findReportedCase(db, caseId)) ?? refuse('record/not-found')
  const versions = await queries.listTexts(db, caseId, version)
  const texts = versions.at(-1)
  if (texts?.version !== version) return refuse('record/not-found')
  const criticalFindings = await listFindings(db, caseId)
  const { authorId } = texts
  const content = { radCase, versions, criticalFindings, authorId, isPreview: false, signal }
  const pdf = await print(deps, db, content)
  const last = criticalFindings.at(-1)
  const shown = countFindings(criticalFindings)
  const isAcknowledged = shown.criticalCount === shown.acknowledgedCount
  const made = {
    pdf,
    fileName: createFileName(radCase, version),
    revision,
    ...shown,
    criticalOn: last?.createdOn ?? null,
    acknowledgedOn: isAcknowledged ? findLastAcknowledgement(criticalFindings) : null,
  }
  return storeOnce(deps, db, { caseId, clinicId, version }, made)
}

/** Whether a PDF of the newest version shows every critical finding as it stands now. */
async function isUpToDate(db: ClinicDb, report: StoredCaseReport): Promise<boolean> {
  const radCase = await queries.findReportedCase(db, report.caseId)
  // Earlier versions are superseded, and stay as their readers know them.
  if (!radCase || radCase.reportVersion !== report.version) return true
  const { criticalCount, acknowledgedCount } = countFindings(await listFindings(db, report.caseId))
  return report.criticalCount >= criticalCount && report.acknowledgedCount >= acknowledgedCount
}

const attemptsMax = 5

/** The PDF that a reader gets now, and whether it was made by this call. */
async function findCurrent(
  deps: CaseReportDeps,
  db: ClinicDb,
  version: ReportVersion,
  signal: AbortSignal,
) {
  let isNew = false
  for (let attempt = 1; ; attempt += 1) {
    const known = await queries.findReport(db, version.caseId, version.version)
    if (known && (attempt > attemptsMax || (await isUpToDate(db, known))))
      return { report: known, isNew }
    // Another attempt may store this revision first, with the state of a moment before.
    const revision = (known?.revision ?? 0) + 1
    await makePdf(deps, db, { ...version, revision }, signal)
    isNew = true
  }
}

/** The PDF of a version for its readers; it is made now if the job has not made it yet. */
export async function findOrMakeReport(
  deps: CaseReportDeps,
  version: ReportVersion,
  signal: AbortSignal,
): Promise<StoredCaseReport> {
  const db = new ClinicDb(deps.unscopedDb, [version.clinicId])
  const { report, isNew } = await findCurrent(deps, db, version, signal)
  if (isNew) await addToStudy(deps, db, report)
  return report
}

/** The same for the job, which also completes the work of a server that was killed. */
export async function completeReport(
  deps: CaseReportDeps,
  version: ReportVersion,
  signal: AbortSignal,
): Promise<void> {
  const db = new ClinicDb(deps.unscopedDb, [version.clinicId])
  const { report } = await findCurrent(deps, db, version, signal)
  await addToStudy(deps, db, report)
}

/** The PDF that texts would give; nothing of it is stored with the case. */
export async function printPreview(
  deps: CaseReportDeps,
  { caseId, clinicId, authorId }: Omit<ReportVersion, 'version'> & { readonly authorId: UserId },
  texts: CaseFindings,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const db = new ClinicDb(deps.unscopedDb, [clinicId])
  const radCase = (await queries.findReportedCase(db, caseId)) ?? refuse('record/not-found')
  const author = await queries.findUser(deps.unscopedDb, authorId)
  const written = {
    ...author,
    ...texts,
    caseId,
    clinicId,
    version: 1,
    addendum: '',
    reason: '',
    authorId,
    createdOn: deps.clock().toISOString(),
  }
  const criticalFindings = await listFindings(db, caseId)
  const versions = [written]
  const content = { radCase, versions, criticalFindings, authorId, isPreview: true, signal }
  return print(deps, db, content)
}
