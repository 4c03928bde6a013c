import type { BackupRun, BackupStatus, BackupWarning, DiskState } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { UnscopedDb } from '../../db/open.ts'
import type { BackupRunner } from './backup-runner.ts'
import * as queries from './backups.queries.ts'
import type { BackupPlan, StoredRun } from './backups.queries.ts'
import { readDiskStates } from './disk-use.ts'
import { findNextDue, isCredible } from './schedule.ts'
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
  byteCount: _bytes,
  ...run
}: StoredRun): BackupRun => run

interface Situation {
  readonly plan: BackupPlan | undefined
  readonly lastRun: StoredRun | undefined
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
  const outcomes = await queries.listLastOutcomes(unscopedDb)
  const hasFailed = outcomes[0]?.state === 'failed'
  const done = await queries.findLastDone(unscopedDb, 'backup')
  const verified = await queries.findLastDone(unscopedDb, 'verify')
  // A fast clock would hide that there is no backup since.
  const lastDoneOn = done && isCredible(done, now) ? done.startedOn : undefined
  const disks = await readDiskStates(unscopedDb, now)
  const warnings = listWarnings({
    isDemo: isDemo || !isAvailable,
    plan,
    isRunning: runner.getCurrent() !== undefined,
    hasFailed,
    lastDoneOn,
    hasDamage: hasFaults(done) || hasFaults(verified),
    disks,
    now,
  })
  const hasFailedTwice = hasFailed && outcomes[1]?.state === 'failed'
  return { plan, lastRun, lastDoneOn, disks, warnings, hasFailedTwice }
}

const hasFaults = (run: StoredRun | undefined) => run !== undefined && run.missing + run.damaged > 0

export async function readStatus(
  deps: StatusDeps,
  runner: Pick<BackupRunner, 'getCurrent'>,
): Promise<BackupStatus> {
  const { unscopedDb, clock, isDemo, isAvailable, smtpUrl } = deps
  const { plan, lastRun, lastDoneOn, disks, warnings } = await readSituation(deps, runner)
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
    disks: [...disks],
    warnings: [...warnings],
    mail: smtpUrl === undefined ? (hasMailbox ? 'mailbox' : null) : 'server',
    mailReaders: (await listWarningReaders(unscopedDb)).size,
  }
}
