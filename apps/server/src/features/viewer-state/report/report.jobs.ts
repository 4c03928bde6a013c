import { ClinicId, StudyId, UserId } from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import { z } from 'zod'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { defineJob } from '../../../jobs/define-job.ts'
import type { Job } from '../../../jobs/define-job.ts'
import * as jobs from '../../../jobs/job-queue.ts'
import * as queries from './report.queries.ts'
import type { MeasurementReports } from './report.service.ts'

/** Measurements that were not changed for this time are finished. */
const quietMs = 2 * 60_000

const Payload = z.object({
  studyId: StudyId,
  clinicId: ClinicId,
  user: z.object({ id: UserId, username: z.string() }),
  address: z.string(),
})
const reportKind = { kind: 'measurement-report', payload: Payload } as const

/** Adds the job for a saved version of the measurements, within the transaction of the save. */
export const addReportJob = (
  db: UnscopedDb,
  payload: z.input<typeof Payload>,
  { clock, version, savedOn }: { clock: Clock; version: number; savedOn: string },
) =>
  jobs.add(db, reportKind, payload, {
    clock,
    runAfter: new Date(new Date(savedOn).getTime() + quietMs),
    uniqueKey: `${reportKind.kind} ${payload.studyId} ${version}`,
  })

interface ReportJobDeps {
  readonly unscopedDb: UnscopedDb
  readonly reports: MeasurementReports
}

/** Writes the report when the study has been left alone, also if its page was closed or crashed. */
export const createReportJob = ({ unscopedDb, reports }: ReportJobDeps): Job =>
  defineJob({
    ...reportKind,
    maxAttempts: 5,
    retryDelaySeconds: (attempt) => attempt * 300,
    run: async (payload, { clock }) => {
      const { studyId, clinicId, user, address } = payload
      const db = new ClinicDb(unscopedDb, [clinicId])
      const state = await queries.findState(db, studyId)
      if (!state || !(await queries.findStudy(db, studyId))) return
      const { version, savedOn } = state
      if (clock().getTime() - new Date(savedOn).getTime() < quietMs) {
        await addReportJob(unscopedDb, payload, { clock, version, savedOn })
        return
      }
      await reports.update({ db, actor: user, address, clock }, studyId)
    },
  })
