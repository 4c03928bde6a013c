import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@talus/node-kit/logger'
import { z } from 'zod'
import { readDiskSpace, restoredFile } from '../../backup/index.ts'
import type { DiskSpace } from '../../backup/index.ts'
import { ClinicDb } from '../../db/clinic-db.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { SecondStoreWatch } from '../long-storage/index.ts'
import type { BackupRunner } from './backup-runner.ts'
import * as queries from './backups.queries.ts'
import { removeOldDiskUse, saveSpace } from './disk-use.ts'
import { isBackupDue, runsConsidered } from './schedule.ts'
import { readSituation } from './status.service.ts'
import type { StatusDeps } from './status.service.ts'
import { warnAdministrators } from './warn-administrators.ts'
import type { WarnDeps } from './warn-administrators.ts'

export interface BackupWorkDeps extends StatusDeps, WarnDeps {
  readonly log: Logger
  readonly dataFolder: string
  readonly runner: BackupRunner
  readonly secondStoreWatch: SecondStoreWatch
  /** In place of the space of the real disk. */
  readonly readSpace?: ((folder: string) => Promise<DiskSpace>) | undefined
}

const tickMs = 60_000
/** After the start, when the first users have signed in. */
const firstTickMs = 5000

const Restored = z.object({ backup: z.string(), createdOn: z.string(), restoredOn: z.string() })

/**
 * The background work of backups: starts those that are due, notes the space of the disk and warns
 * administrators. A local server is alone with its database, so no lease is needed; a lock in the
 * data folder keeps the command and a run apart.
 */
export function createBackupWork(deps: BackupWorkDeps) {
  const { unscopedDb, clock, log, runner, dataFolder, readSpace = readDiskSpace } = deps
  let recovery: Promise<void> | undefined
  let ticking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  /** Cleans up after the previous process, and after a restore. */
  async function recover(): Promise<void> {
    await queries.interruptRuns(unscopedDb, clock().toISOString(), runner.getCurrent()?.id)
    await noteRestore()
  }

  /** Done once; after a failure the next tick tries again. */
  const recoverOnce = (): Promise<void> =>
    (recovery ??= recover().catch((error: unknown) => {
      recovery = undefined
      throw error
    }))

  /**
   * The restored schedule waits for a user: on the PC of a drill it would write into the target of
   * the clinic's PC.
   */
  async function noteRestore(): Promise<void> {
    const path = join(dataFolder, restoredFile)
    const text = await readFile(path, 'utf8').catch(() => undefined)
    if (text === undefined) return
    const { backup, ...times } = Restored.parse(JSON.parse(text))
    await unscopedDb.transaction().execute(async (unscopedDb) => {
      await queries.pausePlan(unscopedDb)
      await recordAuditEvent(
        {
          db: new ClinicDb(unscopedDb, 'every-clinic'),
          actor: { id: null, username: 'Talus' },
          address: '',
          clock,
        },
        { action: 'backup.restore', entityId: null, subject: backup, clinicId: null, after: times },
      )
    })
    await rm(path, { force: true })
  }

  async function noteSpace(): Promise<void> {
    const now = clock()
    await saveSpace(unscopedDb, 'data', await readSpace(dataFolder), now)
    await removeOldDiskUse(unscopedDb, now)
  }

  async function startIfDue(): Promise<void> {
    const plan = await queries.findPlan(unscopedDb)
    if (!plan || plan.isPaused || !deps.isAvailable || runner.getCurrent()) return
    const runs = (await queries.listBackupsAt(unscopedDb, plan, runsConsidered)).toReversed()
    if (isBackupDue(plan, plan.scheduledSince, runs, clock()))
      await runner.start('backup', undefined)
  }

  /** A full disk refuses one step; the others may still work. */
  async function attempt(step: () => Promise<void>, name: string): Promise<void> {
    try {
      await step()
    } catch (error) {
      log.warn({ err: error }, `${name} failed`)
    }
  }

  async function work(): Promise<void> {
    await attempt(recoverOnce, 'recovering from the previous run')
    await attempt(noteSpace, 'noting the space of the disk')
    await attempt(deps.secondStoreWatch.check, 'checking the second store')
    await attempt(startIfDue, 'starting the backup that is due')
    await attempt(
      async () => warnAdministrators(deps, await readSituation(deps, runner)),
      'warning of the state of the backups',
    )
  }

  /** Does what is due now; a call during another one shares it. */
  const tick = (): Promise<void> =>
    (ticking ??= work().finally(() => {
      ticking = undefined
    }))

  return {
    tick,
    start(): void {
      // At once: a restored server must not offer the clinic's target, and a user may start a run.
      void attempt(recoverOnce, 'recovering from the previous run')
      timer = setTimeout(() => {
        void tick()
        timer = setInterval(() => void tick(), tickMs).unref()
      }, firstTickMs).unref()
    },
    async stop(): Promise<void> {
      clearTimeout(timer)
      await ticking
      await recovery?.catch(() => undefined)
      await runner.stop()
    },
  }
}
