import { createHash } from 'node:crypto'
import { productVersion, refuse } from '@talus/contract'
import type { ClinicId, ImageId, MeasurementReport, StudyId } from '@talus/contract'
import {
  createMeasurementReport,
  explicitLittleEndian,
  parseDicomJson,
  toAttributes,
  writeFileChunks,
} from '@talus/dicom'
import type { JsonDataSet, ReportedGroup } from '@talus/dicom'
import type { UserId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { deriveUid } from '../../archive/index.ts'
import type { Archive } from '../../archive/index.ts'
import { recordAuditEvent } from '../../audit/index.ts'
import type { ChangeContext } from '../../audit/index.ts'
import {
  createMetadataReader,
  measurementSeriesNumber,
  toAsyncIterable,
} from '../../images/index.ts'
import type { MetadataDeps } from '../../images/index.ts'
import { newUid } from '../../studies/index.ts'
import { getProcedureCode } from './measurement-codes.ts'
import { createGroups } from './report-groups.ts'
import * as queries from './report.queries.ts'

/** All versions of the report of a study are in one series. */
const getSeriesUid = (studyInstanceUID: string) => deriveUid(studyInstanceUID, 'measurements')

export interface ReportContext extends Omit<ChangeContext, 'actor'> {
  /** The user who saved the measurements. */
  readonly actor: { readonly id: UserId; readonly username: string }
}

export interface ReportDeps extends MetadataDeps {
  readonly archive: Archive
  /** Queues a new report for automatic sending, in the transaction that records it. */
  readonly queueReport: (
    context: ReportContext,
    study: { readonly id: StudyId; readonly clinicId: ClinicId },
    imageId: ImageId,
  ) => Promise<void>
}

export type MeasurementReports = ReturnType<typeof createMeasurementReports>

const hashGroups = (groups: readonly ReportedGroup[]): string =>
  groups.length === 0
    ? ''
    : createHash('sha256')
        .update(
          JSON.stringify(
            groups.map(({ image, ...group }) => [toAttributes(image, ['SOPInstanceUID']), group]),
          ),
        )
        .digest('hex')

const readModality = (header: JsonDataSet): string => {
  const { Modality } = toAttributes(header, ['Modality'])
  return typeof Modality === 'string' ? Modality : ''
}

/** All versions of the report of a study, newest first. */
export async function listReports(db: ClinicDb, studyId: StudyId): Promise<MeasurementReport[]> {
  const study = (await queries.findStudy(db, studyId)) ?? refuse('record/not-found')
  const rows = await queries.listSeries(db, studyId, getSeriesUid(study.studyInstanceUID))
  return rows.map(({ id, sopInstanceUID, createdOn }, index) => ({
    imageId: id,
    sopInstanceUID,
    version: rows.length - index,
    createdOn,
  }))
}

/**
 * Keeps the measurements of studies as DICOM structured reports. Each version is an instance of its
 * own and never changes.
 */
export function createMeasurementReports(deps: ReportDeps) {
  const { archive } = deps
  const readMetadata = createMetadataReader(deps)

  async function measure(db: ClinicDb, studyId: StudyId, state: State): Promise<ReportedGroup[]> {
    const groups: ReportedGroup[] = []
    for (const { id, sopInstanceUID, json } of await queries.listImages(db, studyId)) {
      const tools = state.toolState[String(id)]
      if (!tools || tools.drawings.length === 0 || json === null) continue
      const { signal } = new AbortController()
      const metadata = await readMetadata(db, id, { withTags: false, signal })
      // The UID of the record, because that of the file may have been replaced.
      const header = {
        ...parseDicomJson(json),
        '00080018': { vr: 'UI', Value: [sopInstanceUID] },
      }
      const authors = state.authors[String(id)] ?? {}
      groups.push(...createGroups({ header, metadata, tools, authors }))
    }
    return groups
  }

  async function write(
    context: ReportContext,
    study: Study,
    groups: readonly ReportedGroup[],
  ): Promise<MeasurementReport | undefined> {
    const { db, actor, clock } = context
    const earlier = await listReports(db, study.id)
    const header = groups[0]?.image ?? (await findHeader(db, study.id))
    if (!header) return undefined
    const [predecessor] = earlier
    const createdAt = clock().toISOString()
    const version = earlier.length + 1
    const attributes = createMeasurementReport({
      image: header,
      timeZone: study.timeZone,
      studyStartedAt: study.startedAt,
      series: {
        instanceUid: getSeriesUid(study.studyInstanceUID),
        number: measurementSeriesNumber,
      },
      instance: { sopInstanceUid: newUid(), number: version, createdAt },
      observer: actor.username,
      softwareVersion: productVersion,
      procedure: getProcedureCode(readModality(header)),
      groups,
      predecessor: predecessor && { sopInstanceUid: predecessor.sopInstanceUID },
    })
    const chunks = writeFileChunks(attributes, { transferSyntaxUid: explicitLittleEndian })
    const { clinicId, studyInstanceUID } = study
    const sender = { clinicId, userId: actor.id, studyInstanceUID }
    const { imageId, sopInstanceUID } = await archive.storeOwn(toAsyncIterable(chunks), sender)
    return { imageId, sopInstanceUID, version, createdOn: createdAt }
  }

  /** Writes the next version, if the measurements differ from those of the last one. */
  async function update(
    context: ReportContext,
    studyId: StudyId,
  ): Promise<MeasurementReport | undefined> {
    const { db } = context
    const study = (await queries.findStudy(db, studyId)) ?? refuse('record/not-found')
    const state = await queries.findState(db, studyId)
    if (!state) return undefined
    const groups = await measure(db, studyId, state)
    const hash = hashGroups(groups)
    if (hash === state.reported) return undefined
    const report = await write(context, study, groups)
    if (!report) return undefined
    await db.transaction(async (db) => {
      await queries.setReported(db, studyId, hash)
      await deps.queueReport({ ...context, db }, study, report.imageId)
      await recordAuditEvent(
        { ...context, db },
        {
          action: 'study.report-measurements',
          entityId: studyId,
          subject: study.studyInstanceUID,
          clinicId: study.clinicId,
          after: { sopInstanceUID: report.sopInstanceUID, version: report.version },
        },
      )
    })
    return report
  }

  return {
    update,
    /** The newest reports of the studies of these images, brought up to date. */
    listCurrent: async (
      context: ReportContext,
      imageIds: readonly ImageId[],
    ): Promise<readonly ImageId[]> => {
      const found: ImageId[] = []
      for (const studyId of await queries.listStudies(context.db, imageIds)) {
        await update(context, studyId)
        const [newest] = await listReports(context.db, studyId)
        if (newest) found.push(newest.imageId)
      }
      return found
    },
  }
}

type State = NonNullable<Awaited<ReturnType<typeof queries.findState>>>
type Study = NonNullable<Awaited<ReturnType<typeof queries.findStudy>>>

/** The attributes of any image, from which an empty report copies patient and study. */
async function findHeader(db: ClinicDb, studyId: StudyId): Promise<JsonDataSet | undefined> {
  const images = await queries.listImages(db, studyId)
  const json = images.find((image) => image.json !== null)?.json
  return json ? parseDicomJson(json) : undefined
}
