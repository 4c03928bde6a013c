import type { Actor, BackupFault, BackupProgress } from '@talus/contract'
import { refuse } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import { BackupProblem, startBackupProcess } from '../../backup/index.ts'
import type { BackupProcess, BackupResults, BackupSource, DiskSpace } from '../../backup/index.ts'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import type { SecretBox } from '../../secrets/secret-box.ts'
import { recordAuditEvent } from '../audit/index.ts'
import * as queries from './backups.queries.ts'
import type { BackupPlan, StoredRun } from './backups.queries.ts'
import { saveSpace } from './disk-use.ts'
import { nameTarget, openPlannedTarget, toTarget } from './target.ts'
import type { OpenedTarget } from './target.ts'

export interface RunnerDeps {
  readonly unscopedDb: UnscopedDb
  readonly secrets: SecretBox
  readonly clock: Clock
  readonly log: Logger
  readonly source: Pick<BackupSource, 'dataFolder' | 'databaseUrl' | 's3' | 'secondStore'>
  /** Whether an exposure needs the disk and the processor now. */
  readonly isExposing: () => boolean
  /** Called when a run has ended. */
  readonly onEnd?: () => void
}

/** The sender of a run; the schedule has none. */
interface RunSender {
  readonly actor: Pick<Actor, 'id' | 'username'>
  readonly address: string
}

/** The largest file over the slowest connection, and a database of ten gigabytes. */
const silentMs = 30 * 60_000
const turnMs = 500
/** A sensor that stays armed for so long has been forgotten. */
const exposureMaxMs = 10 * 60_000

interface CurrentRun {
  readonly id: number
  readonly stop: (state: 'interrupted' | 'stopped') => void
  readonly ended: Promise<void>
  progress: BackupProgress
}

const noProgress: BackupProgress = {
  phase: 'counting',
  doneFiles: 0,
  totalFiles: 0,
  doneBytes: 0,
  totalBytes: 0,
}

type Results = Pick<BackupResults, 'backup' | 'verify'>

/** Runs one backup or check at a time, and keeps its row in the database. */
export function createBackupRunner(deps: RunnerDeps) {
  const { unscopedDb, clock, log } = deps
  let current: CurrentRun | undefined
  let isStarting = false
  let isStopping = false

  async function start(work: StoredRun['work'], sender: RunSender | undefined): Promise<StoredRun> {
    // No await between check and set, so that two calls cannot both start.
    if (current || isStarting || isStopping) refuse('backup/running')
    isStarting = true
    try {
      const plan = (await queries.findPlan(unscopedDb)) ?? refuse('backup/not-set-up')
      // Only one of the former and the restored computer may write to the target. A check only reads.
      if (plan.isPaused && work === 'backup') refuse('backup/paused')
      const run = await queries.insertRun(unscopedDb, {
        work,
        state: 'running',
        isScheduled: sender === undefined,
        userId: sender?.actor.id ?? null,
        username: sender?.actor.username ?? '',
        startedOn: clock().toISOString(),
        endedOn: null,
        name: null,
        fault: null,
        target: queries.getTargetKey(plan),
      })
      current = perform(run, plan, sender)
      return run
    } finally {
      isStarting = false
    }
  }

  function perform(run: StoredRun, plan: BackupPlan, sender: RunSender | undefined): CurrentRun {
    let stoppedAs: 'interrupted' | 'stopped' | undefined
    let child: BackupProcess<unknown> | undefined
    let stopTurns = () => {}
    const work = async () => {
      const opened = openPlannedTarget(toTarget(plan), plan, deps)
      const options = {
        silentMs,
        onProgress: (progress: BackupProgress) => void Object.assign(own, { progress }),
      }
      const started = startWork(run, opened, plan, options)
      child = started
      stopTurns = takeTurns(started, deps.isExposing)
      // Stopped before it began.
      if (stoppedAs) started.stop()
      return started.result
    }
    const own: CurrentRun = {
      id: run.id,
      progress: noProgress,
      stop: (state) => {
        stoppedAs ??= state
        child?.stop()
      },
      ended: work()
        .then(
          (result) => finishRun(deps, { run, plan, sender }, toOutcome(result)),
          (error: unknown) =>
            finishRun(
              deps,
              { run, plan, sender },
              {
                state: stoppedAs ?? 'failed',
                fault: error instanceof BackupProblem ? error.fault : 'backup/failed',
                error,
              },
            ),
        )
        .catch((error: unknown) => log.error({ err: error }, 'the end of a backup is not noted'))
        .finally(() => {
          stopTurns()
          current = undefined
          deps.onEnd?.()
        }),
    }
    return own
  }

  return {
    start,
    getCurrent: () => (current ? { id: current.id, progress: current.progress } : undefined),
    /** Stops the run of a user; the next one continues. */
    async stopRun(): Promise<void> {
      const run = current
      run?.stop('stopped')
      await run?.ended
    },
    /** Waits for the end of the run, for tests and for the end of the server. */
    idle: async () => current?.ended,
    async stop(): Promise<void> {
      isStopping = true
      current?.stop('interrupted')
      await current?.ended
    },
  }
}

export type BackupRunner = ReturnType<typeof createBackupRunner>

interface Outcome extends Partial<
  Pick<StoredRun, 'name' | 'fileCount' | 'byteCount' | 'newFiles' | 'newBytes' | 'missing'>
> {
  readonly state: StoredRun['state']
  readonly fault: BackupFault | null
  readonly damaged?: number
  readonly space?: DiskSpace | null
  readonly isOnDataDisk?: boolean
  readonly error?: unknown
}

function startWork(
  { work, ...run }: StoredRun,
  { target, settings }: OpenedTarget,
  { keepDays, keepWeeks, keepMonths, timeZone }: BackupPlan,
  options: Parameters<typeof startBackupProcess>[1],
): BackupProcess<Results[StoredRun['work']]> {
  const startedOn = new Date(run.startedOn)
  if (work === 'verify') return startBackupProcess({ call: 'verify', target, settings }, options)
  const keep = { days: keepDays, weeks: keepWeeks, months: keepMonths, timeZone }
  const request = { call: 'backup', target, settings, keep, startedOn } as const
  return startBackupProcess(request, options)
}

function toOutcome(result: Results[StoredRun['work']]): Outcome {
  if ('faults' in result)
    return {
      state: 'done',
      fault: null,
      fileCount: result.objects,
      damaged: result.faults.length,
    }
  const { removedBackups: _removed, isComplete, gap, ...counts } = result
  return isComplete
    ? { ...counts, state: 'done', fault: null }
    : { ...counts, state: 'incomplete', fault: counts.missing > 0 ? gap : null }
}

/** Lets an exposure pass; returns the function that ends this. */
function takeTurns(child: BackupProcess<unknown>, isExposing: () => boolean): () => void {
  let exposingSince: number | undefined
  let mayCopy = true
  const look = () => {
    exposingSince = isExposing() ? (exposingSince ?? Date.now()) : undefined
    const mayNow = exposingSince === undefined || Date.now() - exposingSince > exposureMaxMs
    if (mayNow !== mayCopy) child.setTurn(mayNow)
    mayCopy = mayNow
  }
  look()
  const timer = setInterval(look, turnMs).unref()
  return () => clearInterval(timer)
}

interface EndedRun {
  readonly run: StoredRun
  readonly plan: BackupPlan
  readonly sender: RunSender | undefined
}

const isMade = ({ state }: StoredRun) => state === 'done' || state === 'incomplete'

/** Notes the end of a run, the space of its target, and an audit event, in one transaction. */
async function finishRun(
  { unscopedDb, clock, log }: Pick<RunnerDeps, 'unscopedDb' | 'clock' | 'log'>,
  { run, plan, sender }: EndedRun,
  { error, space, isOnDataDisk, state, fault, ...counts }: Outcome,
): Promise<void> {
  const now = clock()
  if (error) log.warn({ err: error, runId: run.id }, 'the backup did not end well')
  await unscopedDb.transaction().execute(async (unscopedDb) => {
    const saved = await queries.updateRun(unscopedDb, run.id, {
      state,
      fault,
      endedOn: now.toISOString(),
      ...counts,
    })
    // Another start has ended it.
    if (!saved) return
    if (space) await saveSpace(unscopedDb, 'target', space, now)
    if (isOnDataDisk !== undefined) await queries.saveTargetDisk(unscopedDb, plan, isOnDataDisk)
    await queries.removeOldRuns(unscopedDb)
    await recordRun(unscopedDb, { clock, plan, sender, saved })
  })
}

async function recordRun(
  unscopedDb: UnscopedDb,
  {
    clock,
    plan,
    sender,
    saved,
  }: {
    readonly clock: Clock
    readonly plan: BackupPlan
    readonly sender: RunSender | undefined
    readonly saved: StoredRun
  },
) {
  const { state, fault, newFiles, newBytes, fileCount, missing, damaged, name } = saved
  const counts = { files: fileCount, newFiles, newBytes, missing, damaged }
  await recordAuditEvent(
    {
      db: new ClinicDb(unscopedDb, 'every-clinic'),
      actor: sender?.actor ?? { id: null, username: 'Talus' },
      address: sender?.address ?? '',
      clock,
    },
    {
      action: saved.work === 'backup' ? 'backup.run' : 'backup.verify',
      entityId: saved.id,
      subject: nameTarget(plan),
      clinicId: null,
      after: { state, ...(fault && { fault }), ...(isMade(saved) && { ...counts, name }) },
    },
  )
}
