import { caseModalities, casePriorities, caseStatus, refuseField } from '@talus/contract'
import type {
  CaseRow,
  CaseStatistics,
  CaseStatus,
  RouteQuery,
  UserId,
  routes,
} from '@talus/contract'
import type { UnscopedDb } from '../../../db/open.ts'
import { toRows } from '../list/case-rows.service.ts'
import type { Reader } from '../list/case-rows.service.ts'
import { findUserNames } from '../stored/user-names.ts'
import { getDayBounds } from '../../../time/day-bounds.ts'
import { formatDay } from '../../../time/format-day.ts'
import * as queries from './statistics.queries.ts'
import type { StatisticsFilter } from './statistics.queries.ts'

type Query = RouteQuery<typeof routes.radCase.statistics>

/** The days of the filter are those of the time zone. */
function toFilter(
  { db }: Reader,
  query: Omit<Query, 'timeZone'>,
  timeZone: string,
): StatisticsFilter {
  const { status, modality, priority, clinicId, submitdateFrom, submitdateTo } = query
  return {
    reach: db.reach,
    status,
    modality,
    priority,
    clinicId,
    from: submitdateFrom && getDayBounds(timeZone, submitdateFrom).start,
    before: submitdateTo && getDayBounds(timeZone, submitdateTo).end,
  }
}

export async function listForStatistics(
  reader: Reader,
  query: RouteQuery<typeof routes.radCase.reportStat>,
): Promise<CaseRow[]> {
  if (query.ids) {
    const named = { ...reader, db: reader.db.named }
    return toRows(named, await queries.listKnownIds(named.db.unscopedDb, named.db.reach, query.ids))
  }
  const filter = toFilter(reader, query, requireTimeZone(query.timeZone ?? 'UTC'))
  return toRows(reader, await queries.listCountedIds(reader.db.unscopedDb, filter))
}

function requireTimeZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return refuseField('timeZone', 'field/invalid')
  }
}

type Counted = Awaited<ReturnType<typeof queries.countByKinds>>[number]

const sum = (
  rows: readonly Counted[],
  name: 'count' | 'questions' | 'inTime' | 'measured' | 'answeredCases',
) => rows.reduce((total, row) => total + (row[name] ?? 0), 0)

export async function computeStatistics(reader: Reader, query: Query): Promise<CaseStatistics> {
  const { unscopedDb } = reader.db
  const timeZone = requireTimeZone(query.timeZone ?? 'UTC')
  const filter = toFilter(reader, query, timeZone)
  const rows = await queries.countByKinds(unscopedDb, filter)
  const ofStatus = (status: CaseStatus) => rows.filter((row) => row.status === status)
  const total = sum(rows, 'count')
  const measured = sum(rows, 'measured')
  const questions = sum(rows, 'questions')
  const radiologistIds = [...new Set(rows.map(({ radiologistId }) => radiologistId))].filter(
    (id) => id !== null,
  )
  const getName = await findUserNames(unscopedDb, radiologistIds)
  const statuses = [1, 2, 3, 4, 5] as const
  return {
    total,
    byDay: await countByDay(reader, filter, timeZone),
    byStatus: statuses.map((status) => ({ status, count: sum(ofStatus(status), 'count') })),
    byModality: caseModalities.map((modality) => ({
      modality,
      count: sum(
        rows.filter((row) => row.modality === modality),
        'count',
      ),
    })),
    byPriority: casePriorities.map((priority) => ({
      priority,
      count: sum(
        rows.filter((row) => row.priority === priority),
        'count',
      ),
    })),
    byRadiologist: radiologistIds.map((radiologistId: UserId) => ({
      radiologistId,
      name: getName(radiologistId),
      count: sum(
        rows.filter((row) => row.radiologistId === radiologistId),
        'count',
      ),
    })),
    reported: sum(ofStatus(caseStatus.finalized), 'count'),
    turnaroundMedianMs: await findMedian(unscopedDb, filter, measured),
    turnaroundP90Ms: await queries.findTurnaround(
      unscopedDb,
      filter,
      Math.max(0, Math.ceil(0.9 * measured) - 1),
    ),
    inTimeShare: measured === 0 ? null : sum(rows, 'inTime') / measured,
    questions,
    questionsPerCase: total === 0 ? null : questions / total,
    answeredCases: sum(rows, 'answeredCases'),
  }
}

/** The mean of the two middle values if their number is even. */
async function findMedian(
  unscopedDb: UnscopedDb,
  filter: StatisticsFilter,
  measured: number,
): Promise<number | null> {
  const upper = await queries.findTurnaround(unscopedDb, filter, Math.floor(measured / 2))
  if (upper === null || measured % 2 === 1) return upper
  const lower = await queries.findTurnaround(unscopedDb, filter, measured / 2 - 1)
  return lower === null ? upper : Math.round((lower + upper) / 2)
}

async function countByDay(reader: Reader, filter: StatisticsFilter, timeZone: string) {
  const days = new Map<string, number>()
  for (const counted of await queries.countByQuarter(reader.db.unscopedDb, filter)) {
    const { hour, quarter, count } = counted
    const minute = String(quarter * 15).padStart(2, '0')
    const day = formatDay(timeZone, new Date(`${hour}:${minute}:00.000Z`))
    days.set(day, (days.get(day) ?? 0) + count)
  }
  return [...days]
    .map(([day, count]) => ({ day, count }))
    .toSorted((a, b) => a.day.localeCompare(b.day))
}
