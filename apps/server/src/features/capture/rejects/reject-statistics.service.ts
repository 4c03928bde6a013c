import { imageFaults, refuse, rejectionReasons } from '@talus/contract'
import type { ClinicId, Day, RejectStatistics } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { getDayBounds } from '../../../time/day-bounds.ts'
import { formatDay } from '../../../time/format-day.ts'
import * as queries from './reject-statistics.queries.ts'
import type { Span } from './reject-statistics.queries.ts'

export interface StatisticsParams {
  readonly clinicId: ClinicId
  readonly dateFrom: Day
  readonly dateTo: Day
}

interface Share {
  exposures: number
  rejected: number
}
type Counts = Awaited<ReturnType<typeof queries.countExposures>>
const createEmptyShare = (): Share => ({ exposures: 0, rejected: 0 })

function add<Key>(shares: Map<Key, Share>, key: Key, { isRejected, count }: Counts[number]) {
  const share = shares.get(key) ?? createEmptyShare()
  share.exposures += count
  if (isRejected) share.rejected += count
  shares.set(key, share)
}

/** The month of an instant in the time zone of the clinic, and the first instant after it. */
function getMonth(timeZone: string, instant: string) {
  const month = formatDay(timeZone, new Date(instant)).slice(0, 7)
  const next = new Date(`${month}-01T00:00:00.000Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return { month, end: getDayBounds(timeZone, next.toISOString().slice(0, 10)).start }
}

/**
 * Counts month by month: a month is the largest period that the database can count without the time
 * zone of the clinic, and separate queries let other writes run in between.
 */
async function* countByMonth(db: ClinicDb, timeZone: string, { from, until }: Span) {
  let start = from
  for (;;) {
    const first = await queries.findFirstExposure(db, { from: start, until })
    if (!first) return
    const { month, end } = getMonth(timeZone, first.createdOn)
    const span = { from: first.createdOn, until: end < until ? end : until }
    yield {
      month,
      counts: await queries.countExposures(db, span),
      reasons: await queries.countReasons(db, span),
    }
    start = span.until
  }
}

/** Counts the ratings of radiologists in one query: few images are rated. */
async function countFaults(db: ClinicDb, span: Span): Promise<RejectStatistics['feedback']> {
  const ratings = await queries.countFeedback(db, span)
  const sum = (rows: typeof ratings) => rows.reduce((total, { count }) => total + count, 0)
  return {
    rated: sum(ratings),
    faulty: sum(ratings.filter(({ faults }) => faults !== '')),
    byFault: imageFaults.map((fault) => ({
      fault,
      images: sum(ratings.filter(({ faults }) => faults.split(',').includes(fault))),
    })),
  }
}

const compareShares = (one: Share, other: Share) =>
  other.rejected - one.rejected || other.exposures - one.exposures

export async function computeRejectStatistics(
  db: ClinicDb,
  { clinicId, dateFrom, dateTo }: StatisticsParams,
): Promise<RejectStatistics> {
  const { timeZone } = (await queries.findClinic(db, clinicId)) ?? refuse('record/not-found')
  const span = {
    from: getDayBounds(timeZone, dateFrom).start,
    until: getDayBounds(timeZone, dateTo).end,
  }
  const all = new Map<'all', Share>([['all', createEmptyShare()]])
  const months = new Map<string, Share>()
  const operators = new Map<Counts[number]['userId'], Share>()
  const parts = new Map<string, Share>()
  const rejectsByReason = new Map<string, number>()
  for await (const { month, counts, reasons } of countByMonth(db, timeZone, span)) {
    for (const { rejectionReason, count } of reasons)
      rejectsByReason.set(rejectionReason, (rejectsByReason.get(rejectionReason) ?? 0) + count)
    for (const row of counts) {
      add(all, 'all', row)
      add(months, month, row)
      add(operators, row.userId, row)
      add(parts, row.bodyPart, row)
    }
  }
  const names = new Map(
    (await queries.listUsernames(db, [...operators.keys()])).map(({ id, username }) => [
      id,
      username,
    ]),
  )
  return {
    ...(all.get('all') ?? createEmptyShare()),
    byReason: rejectionReasons
      .map((reason) => ({ reason, rejected: rejectsByReason.get(reason) ?? 0 }))
      .toSorted((one, other) => other.rejected - one.rejected),
    byOperator: [...operators]
      .map(([userId, share]) => ({ ...share, userId, operator: names.get(userId) ?? '' }))
      .toSorted(compareShares),
    byBodyPart: [...parts]
      .map(([bodyPart, share]) => ({ ...share, bodyPart }))
      .toSorted(compareShares),
    byMonth: [...months].map(([month, share]) => ({ ...share, month })),
    feedback: await countFaults(db, span),
  }
}
