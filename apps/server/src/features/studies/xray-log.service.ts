import { byteOrderMark, formatCsvLine, limits, refuse, xrayLogDefaultTags } from '@talus/contract'
import type { ClinicId, Day, Language, StudyId, XrayLogTag } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { getTranslator } from '../../http/translations.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { createStudyFilter } from './study-filter.ts'
import { createCellWriter, formatHeadings, isExposureTag } from './xray-log-cells.ts'
import type { Cell, LogLine, LogFormat } from './xray-log-cells.ts'
import * as log from './xray-log.queries.ts'
import type { LogStudy } from './xray-log.queries.ts'

export interface XrayLogParams {
  readonly clinicId: ClinicId
  readonly dateFrom?: Day | undefined
  readonly dateTo?: Day | undefined
  readonly tags: readonly XrayLogTag[] | undefined
  readonly language: Language
}

async function prepare(db: ClinicDb, params: XrayLogParams) {
  const clinic = (await log.findClinic(db, params.clinicId)) ?? refuse('record/not-found')
  const { name: clinicName, timeZone } = clinic
  const tags = params.tags?.length ? params.tags : xrayLogDefaultTags
  const format = { clinicName, timeZone, language: params.language }
  const { dateFrom, dateTo } = params
  const studies = log.streamStudies(db, createStudyFilter({ dateFrom, dateTo }, timeZone))
  return { tags, format, batches: streamCellBatches(db, studies, tags, format) }
}

/** Yields the same lines for the screen and for the file, some hundred at a time. */
async function* streamCellBatches(
  db: ClinicDb,
  studies: AsyncIterable<readonly LogStudy[]>,
  tags: readonly XrayLogTag[],
  format: LogFormat,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const write = createCellWriter(tags, format)
  const hasExposures = tags.some(isExposureTag)
  for await (const some of studies)
    if (hasExposures)
      for (const few of splitBySize(some)) yield (await loadExposureLines(db, few)).map(write)
    else yield some.map((study) => write({ study, exposure: undefined }))
}

const exposuresAtOnce = 2000

/**
 * Splits studies into groups with a limited number of exposures, because a CT has hundreds of
 * images.
 */
function* splitBySize(studies: readonly LogStudy[]): Generator<readonly LogStudy[]> {
  let few: LogStudy[] = []
  let count = 0
  for (const study of studies) {
    if (few.length > 0 && count + study.exposures > exposuresAtOnce) {
      yield few
      few = []
      count = 0
    }
    few.push(study)
    count += study.exposures
  }
  if (few.length > 0) yield few
}

async function loadExposureLines(db: ClinicDb, studies: readonly LogStudy[]): Promise<LogLine[]> {
  const ids = studies.map(({ id }) => id)
  const reasons = await log.findRejectionReasons(db.unscopedDb, ids)
  const corrections = await log.findCorrections(db.unscopedDb, ids)
  const exposures = new Map<StudyId, LogLine['exposure'][]>()
  for (const exposure of await log.listExposures(db.unscopedDb, ids)) {
    const entry = {
      ...exposure,
      rejectionReason: reasons.get(exposure.id),
      corrections: corrections.get(exposure.id) ?? [],
    }
    const known = exposures.get(exposure.studyId)
    if (known) known.push(entry)
    else exposures.set(exposure.studyId, [entry])
  }
  return studies.flatMap((study) =>
    (exposures.get(study.id) ?? [undefined]).map((exposure) => ({ study, exposure })),
  )
}

export async function preview(db: ClinicDb, params: XrayLogParams) {
  const { tags, batches } = await prepare(db, params)
  const lines: (readonly Cell[])[] = []
  for await (const batch of batches) {
    lines.push(...batch.slice(0, limits.xrayLogPreviewLines + 1))
    if (lines.length > limits.xrayLogPreviewLines) break
  }
  return {
    columns: [...tags],
    lines: lines.slice(0, limits.xrayLogPreviewLines).map((line) => [...line]),
    isMore: lines.length > limits.xrayLogPreviewLines,
  }
}

/** The audit event with the user and the period is stored before the download starts. */
export async function download(change: ChangeContext, params: XrayLogParams) {
  const { clinicId, dateFrom, dateTo, language } = params
  const { tags, format, batches } = await prepare(change.db, params)
  const days = [dateFrom, dateTo].filter((day) => day !== undefined).join(' ')
  await recordAuditEvent(change, {
    action: 'xray-log.download',
    entityId: null,
    clinicId,
    subject: `${format.clinicName} ${days}`.trim(),
    after: { dateFrom: dateFrom ?? null, dateTo: dateTo ?? null, tags },
  })
  // Replaces characters that file systems do not allow.
  const clinic = format.clinicName.replaceAll(/[\\/:*?"<>|]/gu, '-')
  const title = getTranslator(language)('xrayLog:fileName')
  return {
    fileName: `${[title, clinic, days].filter(Boolean).join(' ')}.csv`,
    csv: streamCsv(formatHeadings(tags, language), batches, language),
  }
}

async function* streamCsv(
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  language: Language,
) {
  yield byteOrderMark + formatCsvLine(headings, language)
  for await (const lines of batches)
    yield lines.map((line) => formatCsvLine(line, language)).join('')
}
