import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import { removeOldCounts } from './db/call-count.ts'
import type { OpenDatabase } from './db/open.ts'
import { adoptRecentOrphans, sweepDiscarded } from './features/archive/index.ts'
import type { Archive } from './features/archive/index.ts'
import { createSendResetJob } from './features/auth/index.ts'
import { startSendWorker } from './features/dicom-network/index.ts'
import type { SendLimits, SendWorker } from './features/dicom-network/index.ts'
import type { createOutgoingFiles, RenderStored } from './features/images/index.ts'
import { recoverImportNotes, removeExpiredEvents } from './features/audit/index.ts'
import { sweepPendingFiles } from './http/receive-form.ts'
import { createClinicEmailJob, createEmailJob, sweepOutbox } from './features/email/index.ts'
import {
  createStoreReportJob,
  sweepReportPdfs,
  sweepReportPictures,
} from './features/reports/index.ts'
import { createCaseReportJob, sendDueNotices, sweepCaseFiles } from './features/cases/index.ts'
import { startLongStorage } from './features/long-storage/index.ts'
import type { KeptSlices } from './features/stacks/index.ts'
import { createReportJob } from './features/viewer-state/index.ts'
import type { MeasurementReports } from './features/viewer-state/index.ts'
import type { FileStore } from './files/index.ts'
import type { ReportError } from './http/error-report.ts'
import { findMailAddress } from './http/mail-address.ts'
import { startJobWorker } from './jobs/job-worker.ts'
import type { SecretBox } from './secrets/secret-box.ts'
import type { StopList } from './stop-list.ts'
import type { ReadPool, ReportPool, TranscodePool } from './workers/index.ts'

export interface BackgroundDeps {
  readonly config: Config
  readonly database: OpenDatabase
  readonly files: FileStore
  readonly secrets: SecretBox
  readonly clock: () => Date
  readonly log: FastifyBaseLogger
  readonly archive: Archive
  readonly outgoing: ReturnType<typeof createOutgoingFiles>
  readonly reports: MeasurementReports
  readonly readPool: ReadPool
  readonly transcodePool: TranscodePool
  readonly reportPool: ReportPool
  readonly renderStored: RenderStored
  readonly keptSlices: Pick<KeptSlices, 'enforceBudget'>
  readonly reportError: ReportError
  readonly sendLimits?: Partial<SendLimits> | undefined
}

/** The work of the role `worker`, as requests see it. */
export interface BackgroundWork {
  /** Polls for jobs now; to be called after a commit that added some. */
  readonly wakeJobs: () => void
  readonly sender: Pick<SendWorker, 'wake' | 'stopping'>
  /** Cleans up after the previous run. */
  readonly sweepAtStart: () => Promise<void>
}

const hourMs = 3_600_000
/** How late the notice of a case that is due may be. */
const dueNoticeMs = 30_000
/** A file that another server is still receiving has no record yet. */
const arrivingMs = 10 * 60_000

/** Runs jobs, sends queued images to DICOM servers, and sweeps the files every hour. */
export function startBackgroundWork(deps: BackgroundDeps, stops: StopList): BackgroundWork {
  const { config, database, files, clock, log, transcodePool, outgoing } = deps
  const worker = startJobs(deps)
  const sender = startSendWorker({
    ...config,
    ...database,
    files,
    outgoing,
    transcodePool,
    clock,
    log,
    limits: deps.sendLimits,
  })
  const sweep = createSweep(deps)
  const sweeping = setInterval(() => void sweep(arrivingMs), hourMs).unref()
  const longStorage = startLongStorage({
    ...deps,
    ...config,
    ...database,
    isAlone: config.variant === 'local',
  })
  stops.add('long storage', { stop: longStorage.stop })
  const noticing = setInterval(() => void sendNoticesOfDueCases(deps), dueNoticeMs).unref()
  stops.add('background work', {
    drain: sender.stopWaiting,
    stop: async () => {
      clearInterval(sweeping)
      clearInterval(noticing)
      await Promise.all([worker.stop(), sender.stop()])
    },
  })
  return {
    wakeJobs: worker.wake,
    sender,
    // A clinic's PC runs one server: files without a record were left by its previous run.
    sweepAtStart: () => sweep(config.variant === 'local' ? 0 : arrivingMs),
  }
}

/** Leaves the work to another server, whose workers poll the database. */
export function leaveBackgroundWork(stops: StopList): BackgroundWork {
  const stopping = new AbortController()
  stops.add('background work', { drain: () => stopping.abort() })
  return {
    wakeJobs: () => undefined,
    sender: { wake: () => undefined, stopping: stopping.signal },
    sweepAtStart: async () => undefined,
  }
}

function startJobs(deps: BackgroundDeps) {
  const { config, database, files, secrets, archive, reports, clock, log, reportError } = deps
  const { unscopedDb, engine } = database
  return startJobWorker({
    ...database,
    clock,
    log,
    reportError,
    // After a crash the next server takes over a running job within 15 seconds: the clinic waits
    // for its mail.
    claimSeconds: 15,
    // A SQLite database is used by one server only.
    isAlone: engine === 'sqlite',
    jobs: [
      createSendResetJob({
        unscopedDb,
        clock,
        get publicUrl() {
          return findMailAddress(config)
        },
      }),
      createEmailJob({ ...config, log }),
      createClinicEmailJob({ ...config, unscopedDb, files, secrets }),
      createReportJob({ unscopedDb, reports }),
      createStoreReportJob({ unscopedDb, files, archive, clock }),
      createCaseReportJob({ ...deps, unscopedDb }),
    ],
  })
}

async function sendNoticesOfDueCases({ config, database, clock, log }: BackgroundDeps) {
  try {
    const { unscopedDb } = database
    await sendDueNotices({ unscopedDb, clock, publicUrl: findMailAddress(config) })
  } catch (error) {
    log.warn({ err: error }, 'notices of due cases not sent')
  }
}

function createSweep(deps: BackgroundDeps) {
  const { config, database, files, archive, outgoing, keptSlices, clock, log } = deps
  const { unscopedDb } = database
  return async (olderThanMs: number): Promise<void> => {
    try {
      await recoverImportNotes({ unscopedDb, clock })
      await files.sweep()
      await removeOldCounts(unscopedDb, clock())
      await sweepOutbox(files, clock())
      await sweepPendingFiles(files, clock())
      await sweepDiscarded({ unscopedDb, files, clock })
      await sweepReportPictures({ unscopedDb, files, clock })
      await sweepCaseFiles({ unscopedDb, files, clock })
      await sweepReportPdfs({ unscopedDb, files, clock })
      await outgoing.sweep()
      await keptSlices.enforceBudget()
      await removeExpiredEvents({ unscopedDb, clock }, config.auditYears)
      await adoptRecentOrphans({ unscopedDb, files, archive, clock, log }, olderThanMs)
    } catch (error) {
      log.warn({ err: error }, 'files not swept')
    }
  }
}
