import { can } from '@talus/contract'
import type {
  Actor,
  BackupFailure,
  BackupRun,
  BackupStatus,
  BackupWarning,
  DiskState,
} from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { BackupRunner } from './backup-runner.ts'
import * as queries from './backups.queries.ts'
import type { BackupPlan, StoredRun } from './backups.queries.ts'
import { readDiskStates } from './disk-use.ts'
import { findNextDue, findRetry, isCredible, runsConsidered } from './schedule.ts'
import { listWarnings } from './warnings.ts'
import { listWarningReaders } from './warn-administrators.ts'

export interface StatusDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly isDemo: boolean
  /** Whether this server can be backed up in this way. */
  readonly isAvailable: boolean
  readonly smtpUrl: string | undefined
}

export const toRun = ({
  userId: _user,
  username: _username,
  name: _name,
  target: _target,
  byteCount: _bytes,
  ...run
}: StoredRun): BackupRun => run

interface Situation {
  readonly plan: BackupPlan | undefined
  readonly lastRun: StoredRun | undefined
  /** The last backup and the last check, as far as they have failed. */
  readonly failed: readonly StoredRun[]
  readonly lastDoneOn: string | undefined
  readonly disks: readonly DiskState[]
  readonly warnings: readonly BackupWarning[]
  readonly hasFailedTwice: boolean
}

/** Reads everything that the pages and the mails report. */
export async function readSituation(
  { unscopedDb, clock, isDemo, isAvailable }: Omit<StatusDeps, 'smtpUrl'>,
  runner: Pick<BackupRunner, 'getCurrent'>,
): Promise<Situation> {
  const now = clock()
  const plan = await queries.findPlan(unscopedDb)
  const lastRun = await queries.findLastBackup(unscopedDb)
  const outcomes = plan ? await queries.listLastOutcomes(unscopedDb, plan, 'backup') : []
  const checks = plan ? await queries.listLastOutcomes(unscopedDb, plan, 'verify') : []
  const hasFailed = outcomes[0]?.state === 'failed'
  const done = plan && (await queries.findLastDone(unscopedDb, plan, 'backup'))
  const verified = plan && (await queries.findLastDone(unscopedDb, plan, 'verify'))
  // A fast clock would hide that there is no backup since.
  const lastDoneOn = done && isCredible(done, now) ? done.startedOn : undefined
  const disks = await readDiskStates(unscopedDb, now)
  const warnings = listWarnings({
    isDemo: isDemo || !isAvailable,
    plan,
    isRunning: runner.getCurrent() !== undefined,
    hasFailed,
    hasFailedCheck: checks[0]?.state === 'failed',
    lastDoneOn,
    hasDamage: hasFaults(done) || hasFaults(verified),
    disks,
    now,
  })
  const hasFailedTwice = hasFailed && outcomes[1]?.state === 'failed'
  const failed = [outcomes[0], checks[0]].filter((run) => run?.state === 'failed')
  return {
    plan,
    lastRun,
    failed: failed.flatMap((run) => run ?? []),
    lastDoneOn,
    disks,
    warnings,
    hasFailedTwice,
  }
}

const hasFaults = (run: StoredRun | undefined) => run !== undefined && run.missing + run.damaged > 0

/** The status as a user may see it: only who administers the installation learns its sizes. */
export async function readStatus(
  deps: StatusDeps,
  runner: Pick<BackupRunner, 'getCurrent'>,
  actor: Actor,
): Promise<BackupStatus> {
  const status = await readWholeStatus(deps, runner)
  if (can(actor, 'backup.manage')) return status
  const hidden = {
    progress: null,
    lastRun: null,
    failures: [],
    disks: [],
    mail: null,
    mailReaders: 0,
  }
  return { ...status, ...hidden }
}

async function readWholeStatus(
  deps: StatusDeps,
  runner: Pick<BackupRunner, 'getCurrent'>,
): Promise<BackupStatus> {
  const { unscopedDb, clock, isDemo, isAvailable, smtpUrl } = deps
  const { plan, lastRun, failed, lastDoneOn, disks, warnings } = await readSituation(deps, runner)
  const isWaiting = !plan || plan.isPaused
  const hasMailbox = smtpUrl === undefined && (await queries.findMailbox(unscopedDb)) !== undefined
  return {
    isAvailable,
    isSetUp: plan !== undefined,
    isDemo,
    schedule: plan?.schedule ?? 'off',
    nextOn: isWaiting ? null : (findNextDue(plan, clock())?.toISOString() ?? null),
    progress: runner.getCurrent()?.progress ?? null,
    lastRun: lastRun ? toRun(lastRun) : null,
    lastDoneOn: lastDoneOn ?? null,
    failures: plan ? await describeFailures(deps, plan, failed) : [],
    disks: [...disks],
    warnings: [...warnings],
    mail: smtpUrl === undefined ? (hasMailbox ? 'mailbox' : null) : 'server',
    mailReaders: (await listWarningReaders(unscopedDb)).size,
  }
}

async function describeFailures(
  { unscopedDb, clock }: Pick<StatusDeps, 'unscopedDb' | 'clock'>,
  plan: BackupPlan,
  failed: readonly StoredRun[],
): Promise<BackupFailure[]> {
  if (failed.length === 0) return []
  const runs = (await queries.listBackupsAt(unscopedDb, plan, runsConsidered)).toReversed()
  const retryOn = plan.isPaused ? undefined : findRetry(plan, plan.scheduledSince, runs, clock())
  return failed.map(({ work, startedOn, fault }) => ({
    work,
    startedOn,
    fault,
    retryOn: work === 'backup' ? (retryOn?.toISOString() ?? null) : null,
  }))
}
