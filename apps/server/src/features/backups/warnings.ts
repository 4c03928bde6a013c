import { backupWarnings } from '@talus/contract'
import type { BackupSchedule, BackupWarning, DiskState, SecondStoreState } from '@talus/contract'
import { getIntervalMs } from './schedule.ts'
import type { Schedule } from './schedule.ts'

/** The facts that the warnings depend on. */
export interface WarningFacts {
  readonly isDemo: boolean
  readonly plan:
    | (Schedule & { readonly isPaused: boolean; readonly scheduledSince: string })
    | undefined
  /** The target is on the disk that it is to protect, and no user has accepted that. */
  readonly isOnDataDisk: boolean
  readonly isRunning: boolean
  /** The last run that has succeeded or failed; one that is going on has done neither. */
  readonly hasFailed: boolean
  /** The last check of the stored backups has failed, so nothing is known about them. */
  readonly hasFailedCheck: boolean
  /** The last backup that can be restored, complete or not. */
  readonly lastMadeOn: string | undefined
  /** Files are not in the last backup, because they could not be read. */
  readonly isIncomplete: boolean
  readonly missingSinceRestore: number
  readonly secondStore: SecondStoreState['state'] | undefined
  /** The newest finished backup lacks files, or a check has found damaged ones since. */
  readonly hasDamage: boolean
  readonly disks: readonly DiskState[]
  readonly now: Date
}

const fullFrom = 0.85
/** Imports are refused at 100 %, and a database grows in steps. */
const criticalFrom = 0.95
const forecastWeeksMin = 8

const isOn = (schedule: BackupSchedule) => schedule !== 'off'

function isOverdue({ plan, isRunning, hasFailed, lastMadeOn, now }: WarningFacts): boolean {
  if (!plan || !isOn(plan.schedule) || plan.isPaused) return false
  // After days without power the missed backup runs at once; a retry ends no warning.
  if (isRunning && !hasFailed) return false
  const from = Date.parse(lastMadeOn ?? plan.scheduledSince)
  return now.getTime() - from > 2 * getIntervalMs(plan)
}

/** A new target has no backup before its first run, which may be a week away. */
const isEmpty = ({ plan, isRunning, hasFailed, lastMadeOn }: WarningFacts) =>
  plan !== undefined && !plan.isPaused && lastMadeOn === undefined && !isRunning && !hasFailed

function listDiskWarnings({
  volume,
  freeBytes,
  totalBytes,
  weeksLeft,
}: DiskState): BackupWarning[] {
  const used = totalBytes === 0 ? 0 : 1 - freeBytes / totalBytes
  if (volume === 'data' && used >= criticalFrom) return ['data-disk-critical']
  if (used >= fullFrom) return [`${volume}-disk-full`]
  return weeksLeft !== null && weeksLeft < forecastWeeksMin ? [`${volume}-disk-forecast`] : []
}

/** Lists what needs the attention of an administrator now, in the order of `backupWarnings`. */
export function listWarnings(facts: WarningFacts): BackupWarning[] {
  const { isDemo, plan, hasFailed, hasDamage, disks } = facts
  const found = new Set<BackupWarning>(disks.flatMap(listDiskWarnings))
  if (!plan && !isDemo) found.add('never')
  if (plan?.isPaused) found.add('paused')
  if (isEmpty(facts)) found.add('empty-target')
  if (hasFailed) found.add('failed')
  if (facts.hasFailedCheck) found.add('check-failed')
  if (isOverdue(facts)) found.add('overdue')
  if (hasDamage) found.add('damaged')
  if (facts.isIncomplete) found.add('incomplete')
  if (facts.missingSinceRestore > 0) found.add('restored-without-files')
  if (facts.secondStore === 'away') found.add('second-store-away')
  if (facts.secondStore === 'unset') found.add('second-store-not-set')
  if (facts.isOnDataDisk) found.add('on-data-disk')
  return backupWarnings.filter((warning) => found.has(warning))
}
