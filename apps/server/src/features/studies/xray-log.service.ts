import { limits, refuse, xrayLogDefaultTags } from '@talus/contract'
import type { ClinicId, Day, Language, StudyId, XrayLogTag } from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { byteOrderMark, csvLine } from '../../http/csv.ts'
import { wordsIn } from '../../http/words.ts'
import { record } from '../audit/index.ts'
import type { Change } from '../audit/index.ts'
import { filterOf } from './study-filter.ts'
import { cellsOf, headingsOf, isOfExposure } from './xray-log-cells.ts'
import type { Cell, LogLine, LogWriting } from './xray-log-cells.ts'
import * as log from './xray-log.queries.ts'
import type { LogStudy } from './xray-log.queries.ts'

export interface AskedLog {
  readonly clinicId: ClinicId
  readonly dateFrom?: Day | undefined
  readonly dateTo?: Day | undefined
  readonly tags: readonly XrayLogTag[] | undefined
  readonly language: Language
}

async function prepare(db: ClinicDb, asked: AskedLog) {
  const clinic = (await log.findClinic(db, asked.clinicId)) ?? refuse('record/not-found')
  const { name: clinicName, timeZone } = clinic
  const tags = asked.tags?.length ? asked.tags : xrayLogDefaultTags
  const writing = { clinicName, timeZone, language: asked.language }
  const { dateFrom, dateTo } = asked
  const studies = log.logStudies(db, filterOf({ dateFrom, dateTo }, timeZone))
  return { tags, writing, batches: cellBatches(db, studies, tags, writing) }
}

/** The same lines for the screen and for the file, some hundred at a time. */
async function* cellBatches(
  db: ClinicDb,
  studies: AsyncIterable<readonly LogStudy[]>,
  tags: readonly XrayLogTag[],
  writing: LogWriting,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const write = cellsOf(tags, writing)
  const hasExposures = tags.some(isOfExposure)
  for await (const some of studies)
    if (hasExposures)
      for (const few of bySize(some)) yield (await exposureLines(db, few)).map(write)
    else yield some.map((study) => write({ study, exposure: undefined }))
}

const exposuresAtOnce = 2000

/** A CT has hundreds of images: so many studies together as have a bearable number of them. */
function* bySize(studies: readonly LogStudy[]): Generator<readonly LogStudy[]> {
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

async function exposureLines(db: ClinicDb, studies: readonly LogStudy[]): Promise<LogLine[]> {
  const ids = studies.map(({ id }) => id)
  const reasons = await log.rejectionsOf(db.unscopedDb, ids)
  const exposures = new Map<StudyId, LogLine['exposure'][]>()
  for (const exposure of await log.exposuresOf(db.unscopedDb, ids)) {
    const told = { ...exposure, rejectionReason: reasons.get(exposure.id) }
    const known = exposures.get(exposure.studyId)
    if (known) known.push(told)
    else exposures.set(exposure.studyId, [told])
  }
  return studies.flatMap((study) =>
    (exposures.get(study.id) ?? [undefined]).map((exposure) => ({ study, exposure })),
  )
}

export async function preview(db: ClinicDb, asked: AskedLog) {
  const { tags, batches } = await prepare(db, asked)
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

/** Who took the log out of the clinic, and which part of it, is written down before it leaves. */
export async function download(change: Change, asked: AskedLog) {
  const { clinicId, dateFrom, dateTo, language } = asked
  const { tags, writing, batches } = await prepare(change.db, asked)
  const days = [dateFrom, dateTo].filter((day) => day !== undefined).join(' ')
  await record(change, {
    action: 'xray-log.download',
    entityId: null,
    clinicId,
    subject: `${writing.clinicName} ${days}`.trim(),
    after: { dateFrom: dateFrom ?? null, dateTo: dateTo ?? null, tags },
  })
  // Signs that no file system takes.
  const clinic = writing.clinicName.replaceAll(/[\\/:*?"<>|]/gu, '-')
  const title = wordsIn(language)('xrayLog:fileName')
  return {
    fileName: `${[title, clinic, days].filter(Boolean).join(' ')}.csv`,
    csv: csvOf(headingsOf(tags, language), batches),
  }
}

async function* csvOf(
  headings: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
) {
  yield byteOrderMark + csvLine(headings)
  for await (const lines of batches) yield lines.map(csvLine).join('')
}
