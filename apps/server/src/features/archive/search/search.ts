import type { ClinicId } from '@talus/contract'
import type { Attributes } from '@talus/dicom'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { isOneOf } from '../../../db/is-one-of.ts'
import { getDayBounds } from '../../../time/day-bounds.ts'
import { toImageAttributes, toSeriesAttributes, toStudyAttributes } from './attributes.ts'
import { parseDayRange, toIndexConditions, isExact } from './keys.ts'
import type { Condition } from './keys.ts'
import { toConditions } from './levels.ts'
import type { Level } from './levels.ts'
import { fillMissing, findHeaderAttributes, listMissing } from './header-attributes.ts'
import { matchesTime } from './match-time.ts'
import { findMergedConditions } from './merged.queries.ts'
import * as rows from './search.queries.ts'

export interface ArchiveQuery {
  readonly level: Level
  /**
   * Values by the keywords of PS3.6; an empty value requests the attribute and matches everything.
   */
  readonly keys: ReadonlyMap<string, string>
  /** Other attributes to return for images, from their stored headers. */
  readonly headerKeywords?: readonly string[]
  readonly limit?: number
  readonly offset?: number
}

const pageRows = 500

/**
 * Searches the archive at a level, newest study first, for C-FIND and QIDO-RS. Deleted studies and
 * rejected images are not found.
 */
export async function* searchArchive(
  db: ClinicDb,
  query: ArchiveQuery,
): AsyncGenerator<Attributes> {
  const { level, keys, limit = Infinity, offset = 0 } = query
  const zones = await rows.listTimeZones(db)
  const dates = dateConditions(zones, keys)
  if (dates === 'nothing') return
  const narrowed = await narrow(db, keys)
  if (narrowed === 'nothing') return
  const { startTable } = narrowed
  const merged = await findMergedConditions(db, keys)
  const conditions = [...toConditions(level, keys, merged), ...dates, ...narrowed.conditions]
  const load = async (page: rows.Page) => {
    const search = { startTable, conditions }
    return level === 'IMAGE'
      ? findImagePage(db, search, page, zones, query.headerKeywords ?? [])
      : findPage(db, level, search, page, zones)
  }
  const time = keys.get('StudyTime') ?? ''
  yield* matchesTime(time, '') ? readPages(load, limit, offset) : readTimed(load, query, time)
}

type LoadPage = (page: rows.Page) => Promise<readonly Attributes[]>

async function* readPages(load: LoadPage, limit: number, offset: number) {
  for (let found = 0; found < limit;) {
    const page = { limit: Math.min(pageRows, limit - found), offset: offset + found }
    const hits = await load(page)
    yield* hits
    found += hits.length
    if (hits.length < page.limit) return
  }
}

/** The time of day depends on the time zone of each clinic, so that it is not a condition of SQL. */
async function* readTimed(
  load: LoadPage,
  { limit = Infinity, offset = 0 }: ArchiveQuery,
  time: string,
) {
  let matched = 0
  for await (const hit of readPages(load, Infinity, 0)) {
    const { StudyTime } = hit
    if (!matchesTime(time, typeof StudyTime === 'string' ? StudyTime : '')) continue
    matched += 1
    if (matched > offset) yield hit
    if (matched >= offset + limit) return
  }
}

async function findPage(
  db: ClinicDb,
  level: 'STUDY' | 'SERIES',
  conditions: rows.SearchConditions,
  page: rows.Page,
  zones: readonly rows.ClinicZone[],
): Promise<readonly Attributes[]> {
  const getZone = createZoneLookup(zones)
  if (level === 'STUDY') {
    const studies = await rows.findStudies(db, conditions, page)
    const counts = await rows.countPerStudy(db, studies)
    return studies.map((study) =>
      toStudyAttributes(study, getZone(study.clinicId), counts.get(study.id)),
    )
  }
  const series = await rows.findSeries(db, conditions, page)
  const counts = await rows.countPerSeries(db, series)
  return series.map((one) =>
    toSeriesAttributes(one, getZone(one.clinicId), counts.get(one.seriesInstanceUID) ?? 0),
  )
}

async function findImagePage(
  db: ClinicDb,
  conditions: rows.SearchConditions,
  page: rows.Page,
  zones: readonly rows.ClinicZone[],
  headerKeywords: readonly string[],
): Promise<readonly Attributes[]> {
  const getZone = createZoneLookup(zones)
  const images = await rows.findImages(db, conditions, page)
  const hits = images.map((image) => ({
    id: image.imageId,
    hit: toImageAttributes(image, getZone(image.clinicId)),
  }))
  // Headers are long: those of images whose records have everything are not read.
  const incomplete = hits.filter(({ hit }) => listMissing(hit, headerKeywords).length > 0)
  const ids = incomplete.map(({ id }) => id)
  const inFile = await findHeaderAttributes(db, ids, headerKeywords)
  return hits.map(({ id, hit }) => fillMissing(hit, inFile.get(id)))
}

function createZoneLookup(zones: readonly rows.ClinicZone[]) {
  const zoneOf = new Map(zones.map(({ id, timeZone }) => [id, timeZone]))
  return (clinicId: ClinicId) => zoneOf.get(clinicId) ?? 'UTC'
}

/**
 * A named patient is looked up before the studies: scanning the studies for one in fifty thousand
 * patients would take too long.
 */
async function narrow(
  db: ClinicDb,
  keys: ReadonlyMap<string, string>,
): Promise<rows.SearchConditions | 'nothing'> {
  if (isExact(keys.get('PatientID') ?? '')) return { startTable: 'patients', conditions: [] }
  for (const word of toIndexConditions(keys.get('PatientName') ?? '')) {
    const patients = await rows.findPatientIds(db, word)
    if (patients?.length === 0) return 'nothing'
    if (patients) {
      const conditions = [isOneOf('patient.id', patients)]
      return { startTable: 'patients', conditions }
    }
  }
  return { startTable: 'studies', conditions: [] }
}

/** A day begins at midnight of the clinic: all clinics of a time zone share its bounds. */
function dateConditions(
  clinics: readonly rows.ClinicZone[],
  keys: ReadonlyMap<string, string>,
): readonly Condition[] | 'nothing' {
  const conditions: Condition[] = []
  const studied = parseDayRange(keys.get('StudyDate') ?? '')
  const born = parseDayRange(keys.get('PatientBirthDate') ?? '')
  if (studied === 'nonsense' || born === 'nonsense') return 'nothing'
  if (born !== 'everything') {
    if (born.from) conditions.push(sql<SqlBool>`patient."birthDate" >= ${born.from}`)
    if (born.to) conditions.push(sql<SqlBool>`patient."birthDate" <= ${born.to}`)
  }
  if (studied !== 'everything') {
    if (clinics.length === 0) return 'nothing'
    const byZone = Map.groupBy(clinics, ({ timeZone }) => timeZone)
    const ranges = [...byZone].map(([timeZone, members]) => {
      const isOfZone = isOneOf(
        'study.clinicId',
        members.map(({ id }) => id),
      )
      const from = studied.from ? getDayBounds(timeZone, studied.from).start : ''
      const to = studied.to ? getDayBounds(timeZone, studied.to).end : '\u{10FFFF}'
      return sql<SqlBool>`(${isOfZone} and study."createdOn" >= ${from} and study."createdOn" < ${to})`
    })
    conditions.push(sql<SqlBool>`(${sql.join(ranges, sql` or `)})`)
  }
  return conditions
}
