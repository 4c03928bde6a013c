import { can } from '@talus/contract'
import type {
  Actor,
  BackupFailure,
  BackupFault,
  BackupRun,
  BackupStatus,
  BackupWarning,
  DiskState,
  SecondStoreState,
} from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { SecondStoreWatch } from '../long-storage/index.ts'
import type { BackupRunner } from './backup-runner.ts'
import * as queries from './backups.queries.ts'
import type { BackupPlan, StoredRun } from './backups.queries.ts'
import { readDiskStates } from './disk-use.ts'
import { findNextDue, findRetry, isCredible, runsConsidered } from './schedule.ts'
import type { RestoreWatch } from './restore-watch.ts'
import { listWarnings } from './warnings.ts'
import { listWarningReaders } from './warn-administrators.ts'

export interface StatusDeps {
  readonly unscopedDb: UnscopedDb
  readonly clock: Clock
  readonly isDemo: boolean
  /** Whether this server can be backed up in this way. */
  readonly isAvailable: boolean
  readonly smtpUrl: string | undefined
  readonly secondStoreWatch: Pick<SecondStoreWatch, 'readState'>
  readonly restoreWatch: Pick<RestoreWatch, 'countMissing'>
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
  readonly gap: BackupStatus['gap']
  readonly missingSinceRestore: number
  readonly secondStore: SecondStoreState | undefined
  readonly disks: readonly DiskState[]
  readonly warnings: readonly BackupWarning[]
  readonly hasFailedTwice: boolean
}

/** Reads everything that the pages and the mails report. */
export async function readSituation(
  deps: Omit<StatusDeps, 'smtpUrl'>,
  runner: Pick<BackupRunner, 'getCurrent'>,
): Promise<Situation> {
  const { unscopedDb, clock, isDemo, isAvailable } = deps
  const now = clock()
  const plan = await queries.findPlan(unscopedDb)
  const lastRun = await queries.findLastBackup(unscopedDb)
  const outcomes = plan ? await queries.listLastOutcomes(unscopedDb, plan, 'backup') : []
  const checks = plan ? await queries.listLastOutcomes(unscopedDb, plan, 'verify') : []
  const hasFailed = outcomes[0]?.state === 'failed'
  const done = plan && (await queries.findLastDone(unscopedDb, plan, 'backup'))
  const made = plan && (await queries.findLastMade(unscopedDb, plan))
  const verified = plan && (await queries.findLastDone(unscopedDb, plan, 'verify'))
  // A fast clock would hide that there is no backup since.
  const lastDoneOn = done && isCredible(done, now) ? done.startedOn : undefined
  const lastMadeOn = made && isCredible(made, now) ? made.startedOn : undefined
  const gap = made?.state === 'incomplete' ? made.fault : null
  const missingSinceRestore = await deps.restoreWatch.countMissing()
  const secondStore = await deps.secondStoreWatch.readState()
  const disks = (await readDiskStates(unscopedDb, now)).filter(
    ({ volume }) => volume === 'data' || !isTargetAway(outcomes[0]),
  )
  const warnings = listWarnings({
    isDemo: isDemo || !isAvailable,
    plan,
    isRunning: runner.getCurrent() !== undefined,
    hasFailed,
    hasFailedCheck: checks[0]?.state === 'failed',
    isOnDataDisk: plan !== undefined && plan.isOnDataDisk && !plan.acceptsDataDisk,
    lastMadeOn,
    isIncomplete: gap !== null,
    missingSinceRestore,
    secondStore: secondStore?.state,
    hasDamage: hasFaults(made) || hasFaults(verified),
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
    gap: made && gap !== null ? { fault: gap, files: made.missing } : null,
    missingSinceRestore,
    secondStore,
    disks,
    warnings,
    hasFailedTwice,
  }
}

/** Files that only could not be read, for the reason in `fault`, are not lost. */
const hasFaults = (run: StoredRun | undefined) =>
  run !== undefined && (run.damaged > 0 || (run.missing > 0 && run.fault === null))

const awayFaults: readonly (BackupFault | null)[] = [
  'backup/folder-missing',
  'backup/not-a-folder',
  'backup/gone',
  'backup/emptied',
  'backup/unreachable',
]

/** The former space of a disk that is away says nothing. */
const isTargetAway = (run: StoredRun | undefined) =>
  run?.state === 'failed' && awayFaults.includes(run.fault)

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
    gap: null,
    secondStore: null,
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
  const situation = await readSituation(deps, runner)
  const { plan, lastRun, failed, lastDoneOn, disks, warnings } = situation
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
    gap: situation.gap,
    missingSinceRestore: situation.missingSinceRestore,
    secondStore: situation.secondStore ?? null,
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
