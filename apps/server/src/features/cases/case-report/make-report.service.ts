import { randomBytes } from 'node:crypto'
import { formatCaseReportNumber, limits, noFlags, Refusal, refuse } from '@talus/contract'
import type { CaseFindings, CaseId, ClinicId, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { getTranslator } from '../../../http/translations.ts'
import { WorkerFault } from '../../../workers/index.ts'
import { toSafeName } from '../../images/index.ts'
import {
  createPdfKey,
  findReportStudy,
  formatAuthor,
  readLogo,
  storeReport,
} from '../../reports/index.ts'
import type { StoreDeps } from '../../reports/index.ts'
import { loadSignature } from '../signature/signature.service.ts'
import * as queries from './case-report.queries.ts'
import type { ReportedCase, StoredCaseReport, VersionTexts } from './case-report.queries.ts'
import { composeCaseReport } from './compose-report.ts'
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
    readonly authorId: UserId
    readonly isPreview: boolean
    readonly signal: AbortSignal
  },
) {
  const { radCase, authorId, signal } = content
  const { language, clinicId } = radCase
  const loaded = await loadCasePictures(deps, db, radCase.id, {
    translate: getTranslator(language),
    signal,
  })
  const author = formatAuthor(await queries.findUser(deps.unscopedDb, authorId))
  const signature = await loadSignature(deps.files, deps.unscopedDb, authorId)
  const now = deps.clock()
  const { report, surroundings, title } = composeCaseReport({
    ...content,
    pictures: loaded.pictures,
    attachments: loaded.attachments.map(({ fileName }) => fileName),
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
  return { pdf, images: loaded.images }
}

const createFileName = ({ id, patientName }: ReportedCase, version: number) =>
  toSafeName(
    [formatCaseReportNumber(id), patientName, version > 1 ? `v${version}` : '']
      .filter(Boolean)
      .join(' ')
      .slice(0, limits.textMax - 4) + '.pdf',
  )

/** Stores the PDF of a version once; of two attempts the second gets the file of the first. */
async function storeOnce(
  { files, clock }: CaseReportDeps,
  db: ClinicDb,
  { caseId, clinicId, version }: ReportVersion,
  { pdf, fileName }: { readonly pdf: Uint8Array; readonly fileName: string },
): Promise<StoredCaseReport> {
  const { key, sha256, byteLength } = await files.put(createPdfKey(clinicId, clock()), pdf)
  const removeFile = () => files.remove(key).catch(() => undefined)
  try {
    const createdOn = clock().toISOString()
    const row = {
      caseId,
      clinicId,
      version,
      fileName,
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
  return (await queries.findReport(db, caseId, version)) ?? refuse('report/not-made')
}

/** Adds the PDF to the documents of the study; a case without a study, or a deleted one, has none. */
async function addToStudy(
  deps: CaseReportDeps,
  db: ClinicDb,
  radCase: ReportedCase,
  {
    texts,
    images,
    pdf,
    fileName,
  }: {
    readonly texts: VersionTexts
    readonly images: readonly { readonly sopClassUID: string; readonly sopInstanceUID: string }[]
    readonly pdf: Uint8Array
    readonly fileName: string
  },
): Promise<void> {
  if (radCase.studyId === null) return
  const study = await findReportStudy(db, radCase.studyId).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  if (!study) return
  const { id, username } = await queries.findUser(deps.unscopedDb, texts.authorId)
  const actor = { id, username, clinicId: null, assignedClinicIds: [], flags: noFlags }
  // A copy: the file of a version of the study is removed if the version existed before.
  const stored = await deps.files.put(createPdfKey(radCase.clinicId, deps.clock()), pdf)
  await storeReport(deps, { db, actor, address: '', clock: deps.clock }, stored, {
    study,
    fileName,
    isForeign: false,
    isVerified: true,
    sources: images.map(({ sopClassUID, sopInstanceUID }) => ({
      sopClassUid: sopClassUID,
      sopInstanceUid: sopInstanceUID,
    })),
    document: null,
    requestKey: `case ${radCase.id} version ${texts.version}`,
  })
}

/**
 * Makes and stores the PDF of a version, unless it is stored already. It may be called again after a
 * crash, by the request, the job or a reader: the first stored file stays.
 */
export async function makeCaseReport(
  deps: CaseReportDeps,
  { caseId, clinicId, version }: ReportVersion,
  signal: AbortSignal,
): Promise<StoredCaseReport> {
  const db = new ClinicDb(deps.unscopedDb, [clinicId])
  const known = await queries.findReport(db, caseId, version)
  if (known) return known
  const radCase = (await queries.findReportedCase(db, caseId)) ?? refuse('record/not-found')
  const versions = await queries.listTexts(db, caseId, version)
  const texts = versions.at(-1)
  if (texts?.version !== version) return refuse('record/not-found')
  const content = { radCase, versions, authorId: texts.authorId, isPreview: false, signal }
  const { pdf, images } = await print(deps, db, content)
  const fileName = createFileName(radCase, version)
  // First, so that a version with its row is complete and the job has nothing left to do.
  await addToStudy(deps, db, radCase, { texts, images, pdf, fileName })
  return storeOnce(deps, db, { caseId, clinicId, version }, { pdf, fileName })
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
  const content = { radCase, versions: [written], authorId, isPreview: true, signal }
  return (await print(deps, db, content)).pdf
}
