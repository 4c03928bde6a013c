import { refuse } from '@talus/contract'
import type { StudyId, StudyReport } from '@talus/contract'
import type { FileStore } from '../../../files/index.ts'
import type { FormFile } from '../../../http/receive-form.ts'
import type { ChangeContext } from '../../audit/index.ts'
import { readBytes, toNamePart, toSafeName } from '../../images/index.ts'
import { findReportStudy } from '../report-study.queries.ts'
import { describeVersion } from './describe-versions.ts'
import { createPdfKey, storeReport } from './store-report.ts'
import type { StoreDeps } from './store-report.ts'

/** Readers look for the marks of a PDF in so many bytes at its start and at its end. */
const markBytes = 1024
const nameMax = 100

const searchedBytes = 1024 * 1024
/** A page, or objects that are packed and may be pages. A name can be written as `/P#61ge`. */
const pageName = /\/(?:Page|ObjStm)(?=[\0\t\n\f\r ()<>[\]{}/%])/u
/** Longer than a name in any spelling, which two reads may divide. */
const nameBytesMax = 32

/** Whether a file may have a page. A PDF without one has nothing to read, but can have scripts. */
async function mayHavePage(
  files: FileStore,
  { pendingKey, byteLength }: FormFile,
): Promise<boolean> {
  const step = searchedBytes - nameBytesMax
  for (let start = 0; start < byteLength; start += step) {
    const length = Math.min(searchedBytes, byteLength - start)
    const bytes = await readBytes(files, { filePath: pendingKey, byteLength }, start, length)
    if (pageName.test(decodeNames(Buffer.from(bytes).toString('latin1')))) return true
  }
  return false
}

const decodeNames = (text: string) =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/gu, (_all, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )

/** A foreign PDF is never parsed: marks are looked for in its bytes. */
async function isPdf(files: FileStore, { pendingKey, byteLength }: FormFile): Promise<boolean> {
  const length = Math.min(markBytes, byteLength)
  const read = async (start: number) =>
    Buffer.from(
      await readBytes(files, { filePath: pendingKey, byteLength }, start, length),
    ).toString('latin1')
  const head = await read(0)
  const tail = await read(byteLength - length)
  return head.includes('%PDF-') && tail.includes('%%EOF')
}

/** The name for the archive and for downloads, which ends with `.pdf` once. */
export const toPdfName = (fileName: string, otherwise: string): string => {
  const [name] = [fileName.replace(/\.pdf$/iu, ''), otherwise, 'report']
    .map((text) => toNamePart(text, nameMax))
    .filter(Boolean)
  return toSafeName(`${name}.pdf`)
}

interface Upload {
  readonly studyId: StudyId
  readonly fileName: string
  readonly file: FormFile
}

/** Stores a PDF that this server has not made as the next version of the report of a study. */
export async function uploadReport(
  deps: StoreDeps,
  change: ChangeContext,
  { studyId, fileName, file }: Upload,
): Promise<StudyReport> {
  const study = await findReportStudy(change.db, studyId)
  if (!(await isPdf(deps.files, file)) || !(await mayHavePage(deps.files, file)))
    refuse('report/not-pdf')
  const stored = await file.keep(createPdfKey(study.clinicId, change.clock()))
  const row = await storeReport(deps, change, stored, {
    study,
    fileName: toPdfName(fileName, study.patientName),
    isForeign: true,
    isVerified: false,
    sources: [],
    document: null,
    requestKey: null,
    printedVersion: undefined,
  })
  return describeVersion(change.db, row)
}

/** The bytes of a file of a form, to be saved in the downloads folder too. */
export const openPdf = async (files: FileStore, { pendingKey }: FormFile) =>
  (await files.read(pendingKey)) ?? refuse('server/unavailable')
