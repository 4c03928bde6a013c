import { caseStatus, isCaseReach, limits } from '@talus/contract'
import type { CaseId, CaseStatus, ClinicId, Instant, Reach } from '@talus/contract'
import type { caseModalities, casePriorities } from '@talus/contract'
import { sql } from 'kysely'
import type { UnscopedDb } from '../../../db/open.ts'
import { isKnown } from '../list/case-rows.queries.ts'

export interface StatisticsFilter {
  readonly reach: Reach
  readonly status?: CaseStatus | undefined
  readonly modality?: (typeof caseModalities)[number] | undefined
  readonly priority?: (typeof casePriorities)[number] | undefined
  readonly clinicId?: ClinicId | undefined
  /** Submitted from then on, and before. */
  readonly from?: Instant | undefined
  readonly before?: Instant | undefined
}

/** Submitted cases without tests. A radiologist counts the offered and the own ones. */
const selectCounted = (unscopedDb: UnscopedDb, filter: StatisticsFilter) => {
  const { reach, status, modality, priority, clinicId, from, before } = filter
  let query = unscopedDb
    .selectFrom('radCase')
    .where(isKnown(reach))
    .where('radCase.isDeleted', '=', false)
    .where('radCase.isTest', '=', false)
    .where('radCase.status', '<>', caseStatus.draft)
  if (isCaseReach(reach))
    query = query.where((where) =>
      where.or([
        where('radCase.status', '=', caseStatus.available),
        where('radCase.radiologistId', '=', reach.radiologistId),
        ...(reach.clinicIds.length === 0
          ? []
          : [where('radCase.clinicId', 'in', [...reach.clinicIds])]),
      ]),
    )
  if (status !== undefined) query = query.where('radCase.status', '=', status)
  if (modality !== undefined) query = query.where('radCase.modality', '=', modality)
  if (priority !== undefined) query = query.where('radCase.priority', '=', priority)
  if (clinicId !== undefined) query = query.where('radCase.clinicId', '=', clinicId)
  if (from !== undefined) query = query.where('radCase.submitOn', '>=', from)
  if (before !== undefined) query = query.where('radCase.submitOn', '<', before)
  return query
}

/** The selected cases that the list shows to the user as well, those of colleagues included. */
export const listKnownIds = async (
  unscopedDb: UnscopedDb,
  reach: Reach,
  ids: readonly CaseId[],
): Promise<readonly CaseId[]> => {
  if (ids.length === 0) return []
  const rows = await unscopedDb
    .selectFrom('radCase')
    .select('radCase.id')
    .where(isKnown(reach))
    .where('radCase.isDeleted', '=', false)
    .where('radCase.id', 'in', [...ids])
    .orderBy('radCase.id')
    .execute()
  return rows.map(({ id }) => id)
}

export const listCountedIds = async (
  unscopedDb: UnscopedDb,
  filter: StatisticsFilter,
): Promise<readonly CaseId[]> => {
  const rows = await selectCounted(unscopedDb, filter)
    .select('radCase.id')
    .orderBy('radCase.submitOn', 'desc')
    .orderBy('radCase.id', 'desc')
    .limit(limits.statisticsRows)
    .execute()
  return rows.map(({ id }) => id)
}

/** By quarter of an hour: every offset from UTC is a multiple of it, so that days can be counted. */
export const countByQuarter = (unscopedDb: UnscopedDb, filter: StatisticsFilter) => {
  const submitOn = sql.ref('radCase.submitOn')
  const hour = sql<string>`substr(${submitOn}, 1, 13)`
  const quarter = sql<number>`cast(substr(${submitOn}, 15, 2) as integer) / 15`
  return selectCounted(unscopedDb, filter)
    .select(({ fn }) => [hour.as('hour'), quarter.as('quarter'), fn.countAll<number>().as('count')])
    .where('radCase.submitOn', 'is not', null)
    .groupBy([hour, quarter])
    .execute()
}

export const countByKinds = (unscopedDb: UnscopedDb, filter: StatisticsFilter) =>
  selectCounted(unscopedDb, filter)
    .select(({ fn }) => [
      'radCase.status',
      'radCase.modality',
      'radCase.priority',
      'radCase.radiologistId',
      fn.countAll<number>().as('count'),
      fn.sum<number | null>('radCase.questionCount').as('questions'),
      sql<number>`sum(case when ${sql.ref('radCase.answerCount')} > 0 then 1 else 0 end)`.as(
        'answeredCases',
      ),
      sql<number>`sum(case when ${sql.ref('radCase.isInTime')} then 1 else 0 end)`.as('inTime'),
      sql<number>`sum(case when ${sql.ref('radCase.turnaroundMs')} is null then 0 else 1 end)`.as(
        'measured',
      ),
    ])
    .groupBy(['radCase.status', 'radCase.modality', 'radCase.priority', 'radCase.radiologistId'])
    .execute()

/** The turnaround of the measured report at this position, counted from the shortest one. */
export async function findTurnaround(
  unscopedDb: UnscopedDb,
  filter: StatisticsFilter,
  position: number,
): Promise<number | null> {
  const row = await selectCounted(unscopedDb, filter)
    .select('radCase.turnaroundMs')
    .where('radCase.turnaroundMs', 'is not', null)
    .orderBy('radCase.turnaroundMs')
    .limit(1)
    .offset(position)
    .executeTakeFirst()
  return row?.turnaroundMs ?? null
}
