import { caseStatus } from '@talus/contract'
import type { CaseNoticeKind } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { everyCase, touchCases } from '../../../db/listing/index.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import type { StoredCase } from '../stored/case-state.queries.ts'
import { listReadersOf, sendNotices } from './write-notices.ts'

interface DueDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly publicUrl: string
}

const openStatuses = [caseStatus.available, caseStatus.assigned] as const
/** More cases than become due in a minute; the others follow in the next run. */
const batchSize = 200

/**
 * Sends the notices of cases that have become due soon or overdue. Each is claimed by a conditional
 * update in the transaction of its notices, so that of two servers one sends it, and once.
 */
export async function sendDueNotices(deps: DueDeps): Promise<void> {
  const now = deps.clock()
  // A case that is already late gets the later notice only.
  await sendKind(deps, { kind: 'overdue', column: 'dueOn', dueNotice: 2, now })
  await sendKind(deps, { kind: 'due-soon', column: 'soonOn', dueNotice: 1, now })
}

interface DueKind {
  readonly kind: CaseNoticeKind
  readonly column: 'dueOn' | 'soonOn'
  readonly dueNotice: number
  readonly now: Date
}

async function sendKind(deps: DueDeps, due: DueKind): Promise<void> {
  const rows = await deps.unscopedDb
    .selectFrom('radCase')
    .selectAll()
    .where('status', 'in', openStatuses)
    .where('isDeleted', '=', false)
    .where('dueNotice', '<', due.dueNotice)
    .where(due.column, '<=', due.now.toISOString())
    .orderBy('id')
    .limit(batchSize)
    .execute()
  for (const radCase of rows) await sendOne(deps, radCase, due)
}

const sendOne = (deps: DueDeps, radCase: StoredCase, { kind, dueNotice, now }: DueKind) =>
  deps.unscopedDb.transaction().execute(async (unscopedDb) => {
    const { numUpdatedRows } = await unscopedDb
      .updateTable('radCase')
      .set({ dueNotice })
      .where('id', '=', radCase.id)
      .where('dueNotice', '<', dueNotice)
      .where('status', 'in', openStatuses)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const userIds = await listReadersOf(unscopedDb, radCase)
    await sendNotices({ ...deps, unscopedDb }, { radCase, kind, actorName: '', userIds, now })
    await touchCases(unscopedDb, [everyCase, radCase.clinicId])
  })
