import type { ClinicId } from '@talus/contract'
import type { Attributes } from '@talus/dicom'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { dayBounds } from '../../../time/day-bounds.ts'
import { imageAttributes, seriesAttributes, studyAttributes } from './attributes.ts'
import { daysIn, indexedWords, isExact } from './keys.ts'
import type { Condition } from './keys.ts'
import { conditionsOf } from './levels.ts'
import type { Level } from './levels.ts'
import * as rows from './search.queries.ts'

export interface Search {
  readonly level: Level
  /** Values by the keywords of PS3.6; an empty one asks for the attribute and matches everything. */
  readonly keys: ReadonlyMap<string, string>
  readonly limit?: number
  readonly offset?: number
}

const pageRows = 500

/**
 * What the archive has at a level, newest study first: as C-FIND and QIDO-RS ask for it. Deleted
 * studies and rejected images are not there.
 */
export async function* search(db: ClinicDb, query: Search): AsyncGenerator<Attributes> {
  const { level, keys, limit = Infinity, offset = 0 } = query
  const zones = await rows.timeZones(db)
  const dates = dateConditions(zones, keys)
  if (dates === 'nothing') return
  const narrowed = await narrow(db, keys)
  if (narrowed === 'nothing') return
  const { beginning } = narrowed
  const conditions = [...conditionsOf(level, keys), ...dates, ...narrowed.conditions]
  for (let found = 0; found < limit;) {
    const page = { limit: Math.min(pageRows, limit - found), offset: offset + found }
    const hits = await pageOf(db, level, { beginning, conditions }, page, zones)
    yield* hits
    found += hits.length
    if (hits.length < page.limit) return
  }
}

async function pageOf(
  db: ClinicDb,
  level: Level,
  wanted: rows.Wanted,
  page: rows.Page,
  zones: readonly rows.ClinicZone[],
): Promise<readonly Attributes[]> {
  const zoneOf = new Map(zones.map(({ id, timeZone }) => [id, timeZone]))
  const inZone = (clinicId: ClinicId) => zoneOf.get(clinicId) ?? 'UTC'
  if (level === 'STUDY') {
    const studies = await rows.studies(db, wanted, page)
    const counts = await rows.countsOf(db, studies)
    return studies.map((study) =>
      studyAttributes(study, inZone(study.clinicId), counts.get(study.id)),
    )
  }
  if (level === 'SERIES') {
    const series = await rows.series(db, wanted, page)
    const counts = await rows.seriesCountsOf(db, series)
    return series.map((one) =>
      seriesAttributes(one, inZone(one.clinicId), counts.get(one.seriesInstanceUID) ?? 0),
    )
  }
  const images = await rows.images(db, wanted, page)
  return images.map((image) => imageAttributes(image, inZone(image.clinicId)))
}

/** A patient who is named is looked up before the studies: one in fifty thousand is not walked to. */
async function narrow(
  db: ClinicDb,
  keys: ReadonlyMap<string, string>,
): Promise<rows.Wanted | 'nothing'> {
  if (isExact(keys.get('PatientID') ?? '')) return { beginning: 'patients', conditions: [] }
  for (const word of indexedWords(keys.get('PatientName') ?? '')) {
    const patients = await rows.patientsWith(db, word)
    if (patients?.length === 0) return 'nothing'
    if (patients) {
      const conditions = [sql<SqlBool>`patient.id in (${sql.join(patients)})`]
      return { beginning: 'patients', conditions }
    }
  }
  return { beginning: 'studies', conditions: [] }
}

/** A day begins when it begins at the clinic: all clinics of a time zone share its bounds. */
function dateConditions(
  clinics: readonly rows.ClinicZone[],
  keys: ReadonlyMap<string, string>,
): readonly Condition[] | 'nothing' {
  const conditions: Condition[] = []
  const studied = daysIn(keys.get('StudyDate') ?? '')
  const born = daysIn(keys.get('PatientBirthDate') ?? '')
  if (studied === 'nonsense' || born === 'nonsense') return 'nothing'
  if (born !== 'everything') {
    if (born.from) conditions.push(sql<SqlBool>`patient."birthDate" >= ${born.from}`)
    if (born.to) conditions.push(sql<SqlBool>`patient."birthDate" <= ${born.to}`)
  }
  if (studied !== 'everything') {
    const byZone = Map.groupBy(clinics, ({ timeZone }) => timeZone)
    const ranges = [...byZone].map(([timeZone, members]) => {
      const ids = sql.join(members.map(({ id }) => id))
      const from = studied.from ? dayBounds(timeZone, studied.from).start : ''
      const to = studied.to ? dayBounds(timeZone, studied.to).end : '\u{10FFFF}'
      return sql<SqlBool>`(study."clinicId" in (${ids}) and study."createdOn" >= ${from} and study."createdOn" < ${to})`
    })
    conditions.push(sql<SqlBool>`(${sql.join(ranges, sql` or `)})`)
  }
  return conditions
}
