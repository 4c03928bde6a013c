import { randomBytes } from 'node:crypto'
import { formatPatientName, refuse } from '@talus/contract'
import type { Language, RouteBody, StudyId, StudyReport, routes } from '@talus/contract'
import {
  formatFieldNotation,
  isFieldFilled,
  isReportEmpty,
  iterateTextBlocks,
  normalizeReport,
} from '@talus/report/document'
import { isPatientNamed } from '@talus/report/check'
import type { ReportDocument } from '@talus/report/document'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { getTranslator } from '../../../http/translations.ts'
import { formatDay } from '../../../time/format-day.ts'
import { ReportFault, WorkerFault } from '../../../workers/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import type { ListMeasurements } from '../content/measurements.service.ts'
import { loadPictures } from '../content/pictures.service.ts'
import type { LoadedPictures, PictureDeps } from '../content/pictures.service.ts'
import type { FindPresentedView } from '../content/presented-view.ts'
import { refreshMeasurements } from '../content/refresh-measurements.ts'
import { createSurroundings, formatAuthor } from '../content/surroundings.ts'
import { parseReport, readStoredReport } from '../parse-report.ts'
import { findReportStudy } from '../report-study.queries.ts'
import type { ReportStudy } from '../report-study.queries.ts'
import { refuseOtherPatient } from '../written-for.ts'
import { readLogo } from '../settings/settings.service.ts'
import { describeVersion, describeVersions } from './describe-versions.ts'
import {
  StudyMovedError,
  VersionTakenError,
  createPdfKey,
  finish,
  storeReport,
} from './store-report.ts'
import type { StoreDeps } from './store-report.ts'
import { toPdfName } from './upload.service.ts'
import * as versions from './versions.queries.ts'

export interface CreateDeps extends StoreDeps, PictureDeps {
  readonly listMeasurements: ListMeasurements
  readonly findPresentedView: FindPresentedView
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
}

type Form = RouteBody<typeof routes.report.create>

/** An unfilled field of a template would be printed as `[none | mild]`. */
function refuseUnfilled({ pages }: ReportDocument): void {
  for (const [index, { body }] of pages.entries())
    for (const { content = [] } of iterateTextBlocks(body))
      for (const node of content)
        if (node.type === 'field' && !isFieldFilled(node.attrs))
          refuse('report/fields-unfilled', {
            values: { page: index + 1, field: formatFieldNotation(node.attrs) },
          })
}

/** The name of the patient at the top of the page would be taken for that of every image. */
function refuseUnnamedPatients(
  { pages, language }: ReportDocument,
  { images }: LoadedPictures,
  { patientDatabaseId }: ReportStudy,
): void {
  const others = new Map(
    images
      .filter((image) => image.patientDatabaseId !== patientDatabaseId)
      .map(({ id, patientName }) => [id, patientName]),
  )
  for (const [index, page] of pages.entries())
    for (const { imageId, caption } of page.images) {
      const name = others.get(imageId)
      if (name === undefined) continue
      const names = [name, formatPatientName(getTranslator(language), name)]
      if (!names.some((one) => isPatientNamed(caption, one)))
        refuse('report/other-patient-unnamed', { values: { page: index + 1, name } })
    }
}

interface Printed {
  readonly report: ReportDocument
  readonly version: number
  readonly isVerified: boolean
}

/** Makes the PDF in a worker; returns it with the images that it shows. */
async function print(
  deps: CreateDeps,
  { actor, clock, db }: ChangeContext,
  study: ReportStudy,
  { report, version, isVerified }: Printed,
) {
  const { language } = report
  const loaded = await loadPictures(deps, db, report, deps.stopping)
  const { pictures, images } = loaded
  refuseUnnamedPatients(report, loaded, study)
  const author = await versions.findAuthor(db, actor.id)
  const now = clock()
  const day = formatDay(study.timeZone, now)
  const translate = getTranslator(language)
  const patient = formatPatientName(translate, study.patientName)
  const title = translate('reportPdf:title', { patient, day })
  const logo = await readLogo(deps.files, db, study.clinicId)
  try {
    const pdf = await deps.reportPool.createPdf({
      ...createSurroundings(study, { language, logo, author, now, version, isVerified }),
      document: report,
      pictures,
      info: {
        title,
        author: formatAuthor(author),
        subject: study.description,
        language,
        createdAt: now.toISOString(),
        fileId: randomBytes(16).toString('hex'),
      },
    })
    return { pdf, images, day }
  } catch (error) {
    if (error instanceof ReportFault)
      refuse('report/page-too-full', { values: { page: error.page ?? 1 } })
    if (!(error instanceof WorkerFault)) throw error
    deps.log.warn({ err: error }, 'PDF of a report not made')
    return refuse('report/not-made')
  }
}

/** A repeated request finds the version of the first one, also if that was interrupted. */
async function findEarlier(deps: CreateDeps, db: ClinicDb, study: ReportStudy, key: string) {
  const known = await versions.findByKey(db, study.clinicId, key)
  if (!known) return undefined
  if (known.studyId !== study.id) refuse('record/not-found')
  return describeVersion(db, await finish(deps, db, known.id))
}

/** Makes the PDF of a report and stores it as the next version of its study. */
export async function createReport(
  deps: CreateDeps,
  change: ChangeContext & { readonly language: Language },
  studyId: StudyId,
  { key, document, isVerified, patientId }: Form,
): Promise<{ report: StudyReport; updatedMeasurements: number }> {
  const written = normalizeReport(parseReport(document))
  const study = await findReportStudy(change.db, studyId)
  const db = change.db.within(study.clinicId)
  const earlier = await findEarlier(deps, db, study, key)
  if (earlier) return { report: earlier, updatedMeasurements: 0 }
  await refuseOtherPatient({ ...change, db }, study, patientId)
  if (isReportEmpty(written)) refuse('report/empty')
  refuseUnfilled(written)
  const measured = await deps.listMeasurements(db, studyId, written.language)
  const { report, updated } = refreshMeasurements(written, measured)
  const within = { ...change, db }
  const seen = study.patientDatabaseId
  const row = await printAndStore(deps, within, study, { report, isVerified, key }).catch(
    async (error: unknown) => {
      if (error instanceof StudyMovedError)
        await refuseOtherPatient(within, await findReportStudy(db, studyId), seen)
      throw error
    },
  )
  return { report: await describeVersion(db, row), updatedMeasurements: updated }
}

/** The number of attempts to print a version before somebody else stores one. */
const attemptsMax = 5

/** Every page has the number of its version: if a concurrent request takes it, it is made again. */
async function printAndStore(
  deps: CreateDeps,
  change: ChangeContext,
  study: ReportStudy,
  request: Pick<Printed, 'report' | 'isVerified'> & { readonly key: string },
): Promise<versions.ReportRow> {
  for (let attempt = 1; ; attempt += 1) {
    const version = (await versions.findLastVersion(change.db, study.id)) + 1
    try {
      return await printVersion(deps, change, study, { ...request, version })
    } catch (error) {
      if (!(error instanceof VersionTakenError)) throw error
      if (attempt === attemptsMax) refuse('report/not-made')
    }
  }
}

async function printVersion(
  deps: CreateDeps,
  change: ChangeContext,
  study: ReportStudy,
  { key, ...printed }: Printed & { readonly key: string },
): Promise<versions.ReportRow> {
  const { report, version, isVerified } = printed
  const { pdf, images, day } = await print(deps, change, study, printed)
  const stored = await deps.files.put(createPdfKey(study.clinicId, change.clock()), pdf)
  return storeReport(deps, change, stored, {
    study,
    fileName: toPdfName(`${study.patientName} ${day}`, day),
    isForeign: false,
    isVerified,
    sources: images.map(({ sopClassUID, sopInstanceUID }) => ({
      sopClassUid: sopClassUID,
      sopInstanceUid: sopInstanceUID,
    })),
    document: JSON.stringify(report),
    requestKey: key,
    printedVersion: version,
  })
}

export async function listVersions(db: ClinicDb, studyId: StudyId): Promise<StudyReport[]> {
  await findReportStudy(db, studyId)
  return describeVersions(db, await versions.listOfStudy(db, studyId))
}

export async function readSource(db: ClinicDb, id: versions.ReportRow['id']) {
  const found = await versions.find(db, id)
  if (!found || found.isStudyDeleted || found.document === null) return refuse('record/not-found')
  const document: Record<string, unknown> = { ...readStoredReport(found.document) }
  return { document }
}
