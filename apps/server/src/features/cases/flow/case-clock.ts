import { computeDueOn, computeSoonOn, getCaseTransition, resumeDueOn } from '@talus/contract'
import type { CaseAction } from '@talus/contract'
import type { Updateable } from 'kysely'
import type { RadCaseTable } from '../../../db/case-tables.ts'
import type { StoredCase } from './case-state.queries.ts'

/** The columns of the due time after an action. */
export function moveClock(
  action: CaseAction,
  radCase: StoredCase,
  now: Date,
): Updateable<RadCaseTable> {
  const { clock } = getCaseTransition(action)
  const at = now.toISOString()
  const { priority, dueOn, pausedSince, pausedMs } = radCase
  if (clock === 'restart') {
    const due = computeDueOn(at, priority)
    return {
      submitOn: at,
      dueOn: due,
      soonOn: computeSoonOn(due, priority),
      pausedSince: null,
      pausedMs: 0,
      dueNotice: 0,
    }
  }
  if (clock === 'pause') return pausedSince === null ? { pausedSince: at } : {}
  if (clock === 'keep' || pausedSince === null || dueOn === null) return {}
  const due = resumeDueOn(dueOn, pausedSince, now)
  return {
    dueOn: due,
    soonOn: computeSoonOn(due, priority),
    pausedSince: null,
    pausedMs: pausedMs + Math.max(0, now.getTime() - Date.parse(pausedSince)),
  }
}

/** How long the report took, without the time in which the clinic was asked. */
export function measureTurnaround(radCase: StoredCase, now: Date): Updateable<RadCaseTable> {
  const { submitOn, dueOn, pausedMs = 0 } = { ...radCase, ...moveClock('finalize', radCase, now) }
  if (!submitOn) return {}
  return {
    turnaroundMs: Math.max(0, now.getTime() - Date.parse(submitOn) - pausedMs),
    isInTime: dueOn === null || dueOn === undefined ? null : now.toISOString() <= dueOn,
  }
}
