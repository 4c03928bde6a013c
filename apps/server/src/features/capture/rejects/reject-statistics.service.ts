import { refuse, rejectionReasons } from '@talus/contract'
import type { ClinicId, Day, RejectStatistics } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { dayBounds } from '../../../time/day-bounds.ts'
import { dayIn } from '../../../time/day-in.ts'
import * as queries from './reject-statistics.queries.ts'
import type { Span } from './reject-statistics.queries.ts'

export interface AskedStatistics {
  readonly clinicId: ClinicId
  readonly dateFrom: Day
  readonly dateTo: Day
}

interface Share {
  exposures: number
  rejected: number
}
type Counts = Awaited<ReturnType<typeof queries.countExposures>>
const nothing = (): Share => ({ exposures: 0, rejected: 0 })

function add<Key>(shares: Map<Key, Share>, key: Key, { isRejected, count }: Counts[number]) {
  const share = shares.get(key) ?? nothing()
  share.exposures += count
  if (isRejected) share.rejected += count
  shares.set(key, share)
}

/** The clinic's month of an instant: its name, and the first instant after it. */
function monthOf(timeZone: string, instant: string) {
  const month = dayIn(timeZone, new Date(instant)).slice(0, 7)
  const next = new Date(`${month}-01T00:00:00.000Z`)
  next.setUTCMonth(next.getUTCMonth() + 1)
  return { month, end: dayBounds(timeZone, next.toISOString().slice(0, 10)).start }
}

/**
 * Month by month: a month is the largest part that the database can count without its time zone, and
 * one after the other lets exposures pass in between.
 */
async function* countedMonths(db: ClinicDb, timeZone: string, { from, until }: Span) {
  let start = from
  for (;;) {
    const first = await queries.firstExposure(db, { from: start, until })
    if (!first) return
    const { month, end } = monthOf(timeZone, first.createdOn)
    const span = { from: first.createdOn, until: end < until ? end : until }
    yield {
      month,
      counts: await queries.countExposures(db, span),
      reasons: await queries.countReasons(db, span),
    }
    start = span.until
  }
}

const mostFirst = (one: Share, other: Share) =>
  other.rejected - one.rejected || other.exposures - one.exposures

export async function rejectStatistics(
  db: ClinicDb,
  { clinicId, dateFrom, dateTo }: AskedStatistics,
): Promise<RejectStatistics> {
  const { timeZone } = (await queries.findClinic(db, clinicId)) ?? refuse('record/not-found')
  const span = {
    from: dayBounds(timeZone, dateFrom).start,
    until: dayBounds(timeZone, dateTo).end,
  }
  const all = new Map<'all', Share>([['all', nothing()]])
  const months = new Map<string, Share>()
  const operators = new Map<Counts[number]['userId'], Share>()
  const parts = new Map<string, Share>()
  const why = new Map<string, number>()
  for await (const { month, counts, reasons } of countedMonths(db, timeZone, span)) {
    for (const { rejectionReason, count } of reasons)
      why.set(rejectionReason, (why.get(rejectionReason) ?? 0) + count)
    for (const row of counts) {
      add(all, 'all', row)
      add(months, month, row)
      add(operators, row.userId, row)
      add(parts, row.bodyPart, row)
    }
  }
  const names = new Map(
    (await queries.usernames(db, [...operators.keys()])).map(({ id, username }) => [id, username]),
  )
  return {
    ...(all.get('all') ?? nothing()),
    byReason: rejectionReasons
      .map((reason) => ({ reason, rejected: why.get(reason) ?? 0 }))
      .toSorted((one, other) => other.rejected - one.rejected),
    byOperator: [...operators]
      .map(([userId, share]) => ({ ...share, userId, operator: names.get(userId) ?? '' }))
      .toSorted(mostFirst),
    byBodyPart: [...parts].map(([bodyPart, share]) => ({ ...share, bodyPart })).toSorted(mostFirst),
    byMonth: [...months].map(([month, share]) => ({ ...share, month })),
  }
}
